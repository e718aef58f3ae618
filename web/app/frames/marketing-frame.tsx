import type { ReactElement } from "react"
import { Outlet } from "react-router"
import { product } from "#contract/brand.ts"
import { MarketingShell } from "#web/app/layouts/marketing-shell.tsx"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { footerGroups, headerPages } from "./marketing-items.ts"

/** The frame of every page a visitor can read. */
export function MarketingFrame(): ReactElement {
  const step = useMainStep()
  return (
    <MarketingShell
      product={product}
      step={step}
      canSignIn={step.to === "/sign-up"}
      headerPages={headerPages}
      footerGroups={footerGroups}
    >
      <Outlet />
    </MarketingShell>
  )
}
