import type { ReactElement } from "react"
import { Outlet } from "react-router"
import { product } from "#contract/brand.ts"
import { BareShell } from "#web/app/layouts/bare-shell.tsx"

/** The frame of pages with one thing to do. */
export function BareFrame(): ReactElement {
  return (
    <BareShell productName={product.name}>
      <Outlet />
    </BareShell>
  )
}
