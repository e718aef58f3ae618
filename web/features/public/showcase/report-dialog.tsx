import { useMutation } from "@tanstack/react-query"
import { Flag } from "lucide-react"
import { type FormEvent, type ReactElement, useId, useState } from "react"
import {
  maxReportNote,
  type ReportReason,
  reportReasonNames,
  reportReasons,
} from "#contract/catalogue/report-reasons.ts"
import { type PictureSource, reportPicture } from "#contract/studio/review.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface ReportButtonProps {
  source: PictureSource
  pictureId: string
  /** The words that drew it: what the button and the dialog are about. */
  prompt: string
}

/** Tells the operators about a public picture; no account is needed. */
export function ReportButton({ source, pictureId, prompt }: ReportButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Report this picture: ${prompt}`}
        title="Report"
        onClick={() => setIsOpen(true)}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-cloth/70 text-on-cloth transition-opacity hover:bg-cloth focus-visible:opacity-100 mouse-only:opacity-0 mouse-only:group-focus-within:opacity-100 mouse-only:group-hover:opacity-100"
      >
        <Flag aria-hidden="true" className="size-5" />
      </button>
      {isOpen && <ReportDialog {...{ source, pictureId, prompt }} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ReportDialog({
  source,
  pictureId,
  prompt,
  onClose,
}: ReportButtonProps & { onClose: () => void }): ReactElement {
  const form = useId()
  const [wasSent, setWasSent] = useState(false)
  const [reason, setReason] = useState("")
  const [note, setNote] = useState("")
  const report = useMutation({
    mutationFn: (body: { reason: ReportReason; note: string }) =>
      call(reportPicture, { body: { ...body, source, pictureId } }),
    onSuccess: ({ message }) => notify.success(message),
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setWasSent(true)
    const chosen = reportReasonNames.find((name) => name === reason)
    // An answer closes the dialog that asked for it, not one that was opened since.
    if (chosen) report.mutate({ reason: chosen, note }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Report this picture"
      description={`“${prompt.length > 120 ? `${prompt.slice(0, 120)}…` : prompt}”`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={report.isPending}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit} className="grid">
        <SelectField
          label="What is wrong with it?"
          placeholder="Choose a reason"
          choices={reportReasonNames.map((value) => ({ value, label: reportReasons[value] }))}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={wasSent && reason === "" ? "Please choose a reason" : undefined}
        />
        <TextareaField
          value={note}
          onChange={(event) => setNote(event.target.value)}
          label="Anything else we should know"
          optional
          maxLength={maxReportNote}
          hint="Leave your e-mail here if you want an answer."
        />
        <FormTrouble message={report.error ? messageOf(report.error, noAnswerMessage) : undefined} />
      </form>
    </Dialog>
  )
}
