import { Trash2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"

interface DeletePartProps {
  /** What is asked before the second press. */
  question: string
  onDelete: () => void
  isDeleting: boolean
}

/** Deletes a picture by two presses. */
export function DeletePart({ question, onDelete, isDeleting }: DeletePartProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking) {
    return (
      <Button variant="quiet" className="-ml-5 self-start text-clay" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    )
  }
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-clay-wash p-4">
      <p className="font-medium">{question}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={isDeleting} onClick={onDelete}>
          Delete picture
        </Button>
        <Button variant="quiet" disabled={isDeleting} autoFocus onClick={() => setIsAsking(false)}>
          Keep it
        </Button>
      </div>
    </div>
  )
}
