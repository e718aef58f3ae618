import type { ReactElement } from "react"
import { product } from "#contract/product.ts"
import { ThemeSwitch } from "#web/ui/theme-switch.tsx"

/** The end of the page: the promise, and the theme. */
export function LandingFooter(): ReactElement {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-5 py-8 sm:px-8">
        <p className="max-w-measure text-sm text-ink-soft">
          {product.name}. {product.promise}
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
