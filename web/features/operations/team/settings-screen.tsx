import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import type { z } from "zod"
import { checkMail, listSettings } from "#contract/studio/runs-admin.ts"
import { Fold } from "#web/content/lists/fold.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { call } from "#web/lib/calls/call.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { ModelsCard } from "./models-card.tsx"

/** /operator/settings: what the environment sets; a secret shows only that it is set. */
export function SettingsScreen(): ReactElement {
  const [search, setSearch] = useState("")
  const settings = useQuery({ queryKey: ["listSettings"], queryFn: async () => (await call(listSettings)).data })
  const mail = useQuery({ queryKey: ["checkMail"], queryFn: async () => (await call(checkMail)).data.problem })
  const words = search.trim().toLowerCase()
  const shown = settings.data?.filter(({ name, what }) => `${name} ${what}`.toLowerCase().includes(words)) ?? []
  return (
    <div className="grid gap-6">
      <div className="grid max-w-measure gap-2">
        <h1 className="text-3xl">Settings</h1>
        <p className="text-ink-soft">
          They are set where the server is started, and read once at the start. Of secrets you see only that they are
          set.
        </p>
      </div>
      <FormTrouble message={mail.data ? `No mail leaves. ${mail.data}` : undefined} />
      <TextField
        label="Search"
        type="search"
        optional="unsaid"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="max-w-xl"
      />
      {settings.isPending ? (
        <Skeleton className="h-64" />
      ) : settings.error ? (
        <NotLoaded title="The settings did not load" error={settings.error} onRetry={settings.refetch} />
      ) : shown.length === 0 ? (
        <EmptyState title="No setting found" text="Search for a part of its name or of what it does." />
      ) : (
        <div className="grid gap-3">
          {[...Map.groupBy(shown, ({ group }) => group)].map(([group, settings]) => (
            // What is searched for is seen at once; without a search the groups are as they were.
            <Fold
              key={`${group} ${words === "" ? "all" : "found"}`}
              id={group.toLowerCase().replaceAll(/[^a-z]+/g, "-")}
              title={group}
              now={`${settings.filter(({ value }) => value !== "").length} of ${settings.length} set`}
              opens={words === "" ? "pressed" : "always"}
            >
              <SettingList settings={settings} label={group} />
            </Fold>
          ))}
        </div>
      )}
      <ModelsCard />
    </div>
  )
}

type SettingLine = z.output<typeof listSettings.reply>["data"][number]

function SettingList({ settings, label }: { settings: readonly SettingLine[]; label: string }): ReactElement {
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {settings.map(({ name, what, default: usual, value, isSecret }) => (
        <li key={name} className="grid gap-1 py-3 wrap-anywhere first:pt-0 last:pb-0">
          <span className="flex flex-wrap items-center gap-3">
            <code className="font-medium">{name}</code>
            {value === "" ? <Badge>Not set</Badge> : isSecret ? <Badge tone="leaf">Set</Badge> : <code>{value}</code>}
          </span>
          <span className="text-sm text-ink-soft">
            <WithCode text={`${what} Default: ${usual}.`} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A sentence whose parts between backticks are meant letter by letter; a word may come twice, so each goes by where it stands. */
function WithCode({ text }: { text: string }): ReactElement {
  return (
    <>
      {[...text.matchAll(/`([^`]+)`|[^`]+/g)].map(({ index, 0: part, 1: code }) =>
        code === undefined ? part : <code key={index}>{code}</code>,
      )}
    </>
  )
}
