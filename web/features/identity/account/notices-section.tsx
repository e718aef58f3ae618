import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import type { z } from "zod"
import {
  changeNoticeSettings,
  type NoticeChannel,
  type NoticeSettings,
  noticeChannels,
  noticeDays,
  noticeTopics,
} from "#contract/identity/notices.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { noticeSettingsQuery } from "#web/lib/session/notices.ts"
import { askForPush, endPush, isPushOn } from "#web/lib/session/push-device.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SkeletonText } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Section } from "./section.tsx"

type Change = z.input<typeof changeNoticeSettings.body>

const channelNames: Record<NoticeChannel, string> = { mail: "E-mail", text: "Text message", push: "This browser" }

/** How a person is told of what: by mail, text message and browser, and when not. */
export function NoticesSection(): ReactElement {
  const queries = useQueryClient()
  const { data: settings, error } = useQuery(noticeSettingsQuery)
  const keep = (data: NoticeSettings): void => void queries.setQueryData(queryKeys.noticeSettings, data)
  const change = useMutation({
    mutationFn: async (body: Change) => (await call(changeNoticeSettings, { body })).data,
    onSuccess: keep,
  })
  const trouble = change.error ?? error
  return (
    <Section
      id="notices"
      title="Notices"
      intro={`Everything of the last ${noticeDays} days stands behind the bell. Choose how else you hear of it; receipts and decisions always come by mail.`}
    >
      <div className="grid gap-5">
        <FormTrouble message={trouble ? messageOf(trouble, noAnswerMessage) : undefined} />
        {settings ? (
          <>
            <Push settings={settings} onSettings={keep} />
            <Switch
              label="Mails about what happens"
              hint={`Several on one day come as one letter at ${settings.dailyAt}; what cannot wait comes at once.`}
              checked={!settings.isMailOff}
              disabled={change.isPending}
              onCheckedChange={(isOn) => change.mutate({ isMailOff: !isOn, timeZone: ownZone() })}
            />
            <Choices settings={settings} disabled={change.isPending} onChange={change.mutate} />
            <Times
              key={`${settings.quiet?.from} ${settings.quiet?.until} ${settings.dailyAt}`}
              settings={settings}
              busy={change.isPending}
              onChange={change.mutate}
              onSave={(times) => change.mutate(times, { onSuccess: () => notify.success("Your times are saved.") })}
            />
          </>
        ) : (
          !error && <SkeletonText className="w-full" />
        )}
      </div>
    </Section>
  )
}

/** Zone of this device, in which times are meant. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

interface PartProps {
  settings: NoticeSettings
}

function Choices({
  settings,
  disabled,
  onChange,
}: PartProps & { disabled: boolean; onChange: (change: Change) => void }): ReactElement {
  const isOffered: Record<NoticeChannel, boolean> = {
    mail: true,
    text: settings.phone !== null,
    push: settings.pushKey !== null,
  }
  const ways = noticeChannels.filter((channel) => isOffered[channel])
  const topics = Object.entries(noticeTopics).map(([topic, name]) => ({
    name,
    kinds: settings.kinds.filter((kind) => kind.topic === topic),
  }))
  return (
    <div className="grid gap-4">
      {topics
        .filter(({ kinds }) => kinds.length > 0)
        .map(({ name, kinds }) => (
          <fieldset key={name} className="grid gap-1">
            <legend className="mb-1 font-medium">{name}</legend>
            {kinds.map((kind) => (
              <fieldset
                key={kind.name}
                className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1"
              >
                <legend className="float-left">{kind.title}</legend>
                <div className="flex flex-wrap gap-x-5">
                  {kind.isMailed && <span className="py-2.5 text-sm text-ink-soft">Always by mail</span>}
                  {ways.map((channel) => {
                    const isOn = kind.channels[channel]
                    if (isOn === undefined) return null
                    const isMoot = channel === "mail" && settings.isMailOff
                    return (
                      <label key={channel} className="flex min-h-11 items-center gap-2 text-sm">
                        <input
                          type="checkbox"
                          className="size-5 accent-indigo"
                          checked={isOn && !isMoot}
                          disabled={disabled || isMoot}
                          onChange={({ target }) =>
                            onChange({ choice: { kind: kind.name, channel, isOn: target.checked } })
                          }
                        />
                        {channelNames[channel]}
                      </label>
                    )
                  })}
                </div>
              </fieldset>
            ))}
          </fieldset>
        ))}
    </div>
  )
}

function Times({
  settings,
  busy,
  onChange,
  onSave,
}: PartProps & {
  busy: boolean
  onChange: (change: Change) => void
  onSave: (change: Change) => void
}): ReactElement {
  const [dailyAt, setDailyAt] = useState(settings.dailyAt)
  const [from, setFrom] = useState(settings.quiet?.from ?? "21:00")
  const [until, setUntil] = useState(settings.quiet?.until ?? "07:00")
  const isQuiet = settings.quiet !== null
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ dailyAt, quiet: isQuiet ? { from, until } : null, timeZone: ownZone() })
      }}
    >
      <TextField
        label="Letter of the day at"
        type="time"
        required
        value={dailyAt}
        onChange={({ target }) => setDailyAt(target.value)}
      />
      <Switch
        label="Quiet hours"
        hint="No text message and nothing in the browser then; what still matters comes when they are over."
        checked={isQuiet}
        disabled={busy}
        onCheckedChange={(isOn) => onChange({ quiet: isOn ? { from, until } : null, timeZone: ownZone() })}
      />
      {isQuiet && (
        <div className="grid grid-cols-2 gap-3">
          <TextField label="From" type="time" required value={from} onChange={({ target }) => setFrom(target.value)} />
          <TextField
            label="Until"
            type="time"
            required
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
      )}
      <p className="text-sm text-ink-soft">Times go by {settings.timeZone.replaceAll("_", " ")}.</p>
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Save the times
      </Button>
    </form>
  )
}

function Push({ settings, onSettings }: PartProps & { onSettings: (data: NoticeSettings) => void }): ReactElement {
  const { pushKey } = settings
  const { data: isOn = false, refetch } = useQuery({ queryKey: ["isPushOn"], queryFn: isPushOn })
  const turn = useMutation({
    mutationFn: async (wanted: boolean) => (wanted && pushKey !== null ? askForPush(pushKey) : endPush()),
    onSuccess: (data) => {
      if (data) onSettings(data)
      return refetch()
    },
  })
  const canPush = pushKey !== null && "PushManager" in globalThis
  return (
    <div className="grid gap-1">
      <Switch
        label="Tell me in this browser"
        hint={
          canPush
            ? "Also while this page is closed. Your browser asks you first."
            : pushKey === null
              ? "Not on this installation: it needs a public address with https."
              : "This browser cannot do that. On an iPhone, put the app on your home screen first."
        }
        checked={isOn}
        disabled={!canPush || turn.isPending}
        onCheckedChange={(wanted) => turn.mutate(wanted)}
      />
      <FormTrouble message={turn.error ? messageOf(turn.error, noAnswerMessage) : undefined} />
    </div>
  )
}
