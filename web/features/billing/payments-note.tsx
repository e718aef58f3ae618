import type { ReactElement } from "react"

/** Why the pay button cannot be pressed; the button points here with `aria-describedby`. */
export function PaymentsNote({ id }: { id: string }): ReactElement {
  return (
    <p id={id} className="text-ink-soft">
      Payments are not connected on this installation yet.
    </p>
  )
}
