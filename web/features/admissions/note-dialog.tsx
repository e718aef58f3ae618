import { type ReactElement, useState } from "react"
import { Button } from "#web/ui/button.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { TextareaField } from "#web/ui/textarea-field.tsx"

interface NoteDialogProps {
  /** On the button that opens it and the one that does it. */
  label: string
  title: string
  text: string
  isDanger?: boolean
  onConfirm: (note: string) => void
}

/** A button that first asks for a few words, which the applicant may read. */
export function NoteDialog({ label, title, text, isDanger = false, onConfirm }: NoteDialogProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState("")
  return (
    <>
      <Button variant={isDanger ? "danger" : "secondary"} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        description={text}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Not now
            </Button>
            <Button
              variant={isDanger ? "danger" : "primary"}
              disabled={isDanger && note.trim().length < 3}
              onClick={() => {
                setOpen(false)
                onConfirm(note)
              }}
            >
              {label}
            </Button>
          </>
        }
      >
        <TextareaField
          label="Why? The applicant can read it."
          optional={!isDanger}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Dialog>
    </>
  )
}
