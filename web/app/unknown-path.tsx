import type { ReactElement } from "react"
import { NotFound } from "./not-found.tsx"
import { Guard } from "./session/guard.tsx"

/** Every path the product does not have: visitors go to /sign-in, signed-in people see NotFound (docs/product-rules.md#unknown-paths). */
export function UnknownPath(): ReactElement {
  return (
    <Guard remembersPath={false}>
      <NotFound />
    </Guard>
  )
}
