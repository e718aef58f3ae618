import type { ReactElement } from "react"
import { Link } from "react-router"
import { WhatsAppLink } from "#web/content/whats-app-link.tsx"
import { Logo } from "#web/ui/media/logo.tsx"
import { ThemeSwitch } from "#web/ui/theme/theme-switch.tsx"
import type { ShellLink } from "./marketing-header.tsx"

export interface FooterGroup {
  title: string
  pages: readonly ShellLink[]
}

interface MarketingFooterProps {
  product: { name: string; promise: string; legalLine: string }
  groups: readonly FooterGroup[]
}

/** Every public page, the legal line and the theme. */
export function MarketingFooter({ product, groups }: MarketingFooterProps): ReactElement {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-page gap-12 px-5 py-14 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)]">
        <div className="grid content-start justify-items-start gap-4">
          <Logo name={product.name} />
          <p className="max-w-sm text-ink-soft">{product.promise}</p>
          <WhatsAppLink />
        </div>
        <nav aria-label="All pages" className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-8">
          {groups.map(({ title, pages }) => (
            <div key={title}>
              <p className="mb-2 font-display font-semibold">{title}</p>
              <ul>
                {pages.map(({ path, label }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      className="inline-flex min-h-11 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-5 py-5 sm:px-8">
          <p className="text-sm text-ink-soft">{product.legalLine}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
