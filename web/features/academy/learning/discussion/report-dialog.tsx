import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { reportEntry } from "#contract/academy/discussions.ts"
import { maxReportNote, reportReasonNames, reportReasons } from "#contract/catalogue/report-reasons.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Tells those who teach what is wrong with an entry. */
export function ReportDialog({ entryId, onClose }: { entryId: string; onClose: () => void }): ReactElement {
  const report = useMutation({
    mutationFn: (form: FormData) => {
      const reason = reportReasonNames.find((name) => name === form.get("reason")) ?? "other"
      return call(reportEntry, { params: { entryId }, body: { reason, note: String(form.get("note")) } })
    },
    onSuccess: ({ message }) => notify.success(message),
  })
  return (
    <FormDialog
      title="Report this?"
      description="Your teachers read it, and whoever wrote it is not told who reported."
      button="Send report"
      isBusy={report.isPending}
      onSend={(form) => report.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SelectField
        name="reason"
        label="What is wrong with it?"
        choices={reportReasonNames.map((value) => ({ value, label: reportReasons[value] }))}
        defaultValue={reportReasonNames[0]}
      />
      <TextareaField name="note" label="Anything else we should know" optional rows={3} maxLength={maxReportNote} />
      <FormTrouble message={report.error ? messageOf(report.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
