import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { dismissEntryReports, hideEntry } from "#contract/academy/discussions.ts"
import { reasonHint } from "#web/content/reason-hint.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const words = {
  hide: {
    title: "Hide this from learners?",
    description:
      "Those who teach still see it for 30 days at most; a thread that nobody answered goes for them too. Its author is told why.",
    button: "Hide it",
    hint: reasonHint("mailed"),
  },
  dismiss: {
    title: "Leave it where it is?",
    description: "Its reports are closed.",
    button: "Close the reports",
    hint: reasonHint("team", true),
  },
} as const

interface HideDialogProps {
  entryId: string
  what: keyof typeof words
  onClose: () => void
}

/** Hides an entry, or leaves it where it is and closes its reports. */
export function HideDialog({ entryId, what, onClose }: HideDialogProps): ReactElement {
  const { hint, ...dialog } = words[what]
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (form: FormData) =>
      call(what === "hide" ? hideEntry : dismissEntryReports, {
        params: { entryId },
        body: { reason: String(form.get("reason")) },
      }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return queries.invalidateQueries({ queryKey: queryKeys.discussions })
    },
  })
  return (
    <FormDialog
      {...dialog}
      isDanger={what === "hide"}
      isBusy={act.isPending}
      onSend={(form) => act.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField name="reason" label="Reason" hint={hint} optional={what === "dismiss"} autoComplete="off" />
      <FormTrouble message={act.error ? messageOf(act.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
