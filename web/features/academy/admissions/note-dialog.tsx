import { useMutation } from "@tanstack/react-query"
import { type ReactElement, type ReactNode, useState } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { ReasonField } from "./reason-field.tsx"

/** What the applicant may read, and why it is done. */
export interface AdminWords {
  note: string
  reason: string
  /** What was put into the fields of the place that asked. */
  form: FormData
}

interface Asked {
  /** On the button that does it. */
  label: string
  title: string
  text: string
  isDanger?: boolean
  /** Whether the applicant reads a few words. */
  hasNote?: boolean
  /** Whether it may be done without a reason. */
  isRoutine?: boolean
  /** Fields of the place that asks, above the others. */
  children?: ReactNode
  /** Does it; throws what the operator then reads. */
  onConfirm: (words: AdminWords) => Promise<unknown>
}

/** A button that first asks why, for the log, and for words to the applicant. */
export function NoteDialog(asked: Asked): ReactElement {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={asked.isDanger ? "danger" : "secondary"} onClick={() => setOpen(true)}>
        {asked.label}
      </Button>
      {isOpen && <WordsDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same question by itself, opened by whatever its place has instead of a button. */
export function WordsDialog({
  label,
  title,
  text,
  isDanger = false,
  hasNote = true,
  isRoutine = false,
  children,
  onConfirm,
  onClose,
}: Asked & { onClose: () => void }): ReactElement {
  const action = useMutation({
    mutationFn: (form: FormData) => {
      const word = (name: string): string => String(form.get(name) ?? "").trim()
      return onConfirm({ note: word("note"), reason: word("reason"), form })
    },
  })
  return (
    <FormDialog
      title={title}
      description={text}
      button={label}
      isDanger={isDanger}
      isBusy={action.isPending}
      // An answer closes the dialog that asked for it, not one that was opened since.
      onSend={(form) => action.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      {children}
      {hasNote && (
        <TextareaField
          name="note"
          label="Words for the applicant, who can read them"
          optional={!isDanger}
          maxLength={2_000}
        />
      )}
      <ReasonField optional={isRoutine} />
      <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
