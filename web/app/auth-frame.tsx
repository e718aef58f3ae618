import type { ReactElement } from "react"
import { Outlet } from "react-router"
import { product } from "#contract/product/brand.ts"
import { AuthShell } from "./layouts/auth-shell.tsx"
import { usePage } from "./use-page.ts"

/** The frame of the account forms. */
export function AuthFrame(): ReactElement {
  const { title, intro, footer } = usePage()
  return (
    <AuthShell productName={product.name} promise={product.promise} {...{ title, intro, footer }}>
      <Outlet />
    </AuthShell>
  )
}
