import type { ReactElement } from "react"

/** Stands wherever something can be paid while no real provider is connected. */
export function SandboxNote(): ReactElement {
  return (
    <p className="rounded-card bg-amber-wash p-4">
      <strong>Sandbox.</strong> This machine plays the payment provider. No money moves.
    </p>
  )
}
