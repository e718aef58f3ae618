import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { Button } from "#web/ui/button.tsx"
import { FormDialog } from "#web/ui/form-dialog.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextareaField } from "#web/ui/textarea-field.tsx"
import { ReasonField } from "./reason-field.tsx"

/** What the applicant may read, and why it is done. */
export interface OfficeWords {
  note: string
  reason: string
}

interface NoteDialogProps {
  /** On the button that opens it and the one that does it. */
  label: string
  title: string
  text: string
  isDanger?: boolean
  /** Whether the applicant reads a few words. */
  hasNote?: boolean
  /** Does it; throws what the operator then reads. */
  onConfirm: (words: OfficeWords) => Promise<unknown>
}

/** A button that first asks why, for the log, and for words to the applicant. */
export function NoteDialog({
  label,
  title,
  text,
  isDanger = false,
  hasNote = true,
  onConfirm,
}: NoteDialogProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const action = useMutation({
    mutationFn: (form: FormData) => {
      const word = (name: string): string => String(form.get(name) ?? "").trim()
      return onConfirm({ note: word("note"), reason: word("reason") })
    },
    onSuccess: () => setOpen(false),
  })
  return (
    <>
      <Button variant={isDanger ? "danger" : "secondary"} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog
          title={title}
          description={text}
          button={label}
          isDanger={isDanger}
          isBusy={action.isPending}
          onSend={action.mutate}
          onClose={() => setOpen(false)}
        >
          {hasNote && (
            <TextareaField
              name="note"
              label="Words for the applicant, who can read them"
              optional={!isDanger}
              maxLength={2_000}
            />
          )}
          <ReasonField />
          <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
        </FormDialog>
      )}
    </>
  )
}
