import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { listBadgeKeys, renewBadgeKey, type StaffBadgeKey } from "#contract/academy/badges.ts"
import { reasonHint } from "#web/content/reason-hint.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const queryKey = ["listBadgeKeys"]

const states = {
  signs: { label: "Signs", tone: "leaf" },
  checks: { label: "Still checks", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "clay" },
} as const satisfies Record<StaffBadgeKey["state"], object>

/** The keys that sign badges, and a new one. */
export function BadgeKeys(): ReactElement {
  const [isAsking, setAsking] = useState(false)
  const keys = useQuery({ queryKey, queryFn: async () => (await call(listBadgeKeys)).data })
  return (
    <section aria-labelledby="badge-keys" className="grid gap-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="badge-keys" className="text-xl">
          Keys of badges
        </h2>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          New key
        </Button>
      </div>
      <Loaded query={keys} title="The keys did not load">
        {(data) =>
          data.length === 0 ? (
            <p className="text-ink-soft">The first one is made with the first badge.</p>
          ) : (
            <ul aria-labelledby="badge-keys" className="grid divide-y divide-line rounded-card border border-line">
              {data.map(({ id, createdAt, state }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3">
                  <span className="min-w-0 wrap-anywhere">
                    Made {formatDate(createdAt)}
                    <span className="block text-sm text-ink-soft">{id}</span>
                  </span>
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAsking && <NewKey onClose={() => setAsking(false)} />}
    </section>
  )
}

function NewKey({ onClose }: { onClose: () => void }): ReactElement {
  const queries = useQueryClient()
  const renew = useMutation({
    mutationFn: (form: FormData) =>
      call(renewBadgeKey, {
        body: { reason: String(form.get("reason")), withdrawsOthers: form.get("withdrawsOthers") !== null },
      }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <FormDialog
      title="Make a new key?"
      description="It signs every badge that is downloaded from now on. Badges signed before go on counting."
      button="Make the key"
      isBusy={renew.isPending}
      onSend={(form) => renew.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField name="reason" label="Reason" hint={reasonHint()} autoComplete="off" />
      <Checkbox
        name="withdrawsOthers"
        label="Withdraw the keys before"
        hint="For a key that somebody else may know. Every badge downloaded until now counts no more, and has to be downloaded again."
      />
      <FormTrouble message={renew.error ? messageOf(renew.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
