import type { ReactElement, ReactNode } from "react"
import { type FooterGroup, MarketingFooter } from "./marketing-footer.tsx"
import { MarketingHeader, type ShellLink } from "./marketing-header.tsx"
import { mainId, SkipLink } from "./skip-link.tsx"

interface MarketingShellProps {
  product: { name: string; promise: string; legalLine: string }
  /** The one main step, at the right end of the header. */
  step: { to: string; label: string }
  canSignIn: boolean
  headerPages: readonly ShellLink[]
  footerGroups: readonly FooterGroup[]
  children: ReactNode
}

/** Header, content, footer: the shape of every public page. */
export function MarketingShell(props: MarketingShellProps): ReactElement {
  const { product, step, canSignIn, headerPages, footerGroups, children } = props
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <MarketingHeader productName={product.name} {...{ step, canSignIn }} pages={headerPages} />
      <main id={mainId} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <MarketingFooter {...{ product }} groups={footerGroups} />
    </div>
  )
}
