import { Check } from "lucide-react"
import type { ReactElement } from "react"

/** A field that was wrong when its form was sent. */
export interface WrongField {
  /** Of the element a person edits. */
  id: string
  label: string
  /** Whether it was put right since: it stays in its place, so that nothing moves under a finger. */
  isRight: boolean
  /** Puts the person into the field. */
  onGo: () => void
}

/** Over a form that was sent with several mistakes: leads to each of them. What is wrong stands at the fields. */
export function FormSummary({ fields }: { fields: readonly WrongField[] }): ReactElement {
  return (
    <div role="status" className="empty:hidden">
      {fields.length > 1 && (
        <div className="mb-4 rounded-card bg-clay-wash px-4 pt-4 pb-2">
          <p className="font-medium">{fields.length} fields need another look:</p>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {fields.map(({ id, label, isRight, onGo }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    onGo()
                  }}
                  className="inline-flex min-h-11 items-center gap-1.5 font-medium text-indigo underline underline-offset-4"
                >
                  {isRight && <Check aria-hidden="true" className="size-4 text-leaf" />}
                  {label}
                  {isRight && <span className="sr-only">, done</span>}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
