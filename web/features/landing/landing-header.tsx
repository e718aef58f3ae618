import type { ReactElement } from "react"
import { Link } from "react-router"
import { product } from "#contract/product.ts"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Logo } from "#web/ui/logo.tsx"
import { useMainStep } from "./use-main-step.ts"

/** The slim header of the first page. */
export function LandingHeader(): ReactElement {
  const step = useMainStep()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground">
      <a
        href="#main"
        className="sr-only rounded-control bg-indigo px-4 py-3 font-medium text-on-indigo focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
      >
        Skip to content
      </a>
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-5 sm:px-8">
        <Link to="/" className="rounded-control">
          <Logo name={product.name} />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
          {step.to === "/sign-up" && (
            <LinkButton to="/sign-in" variant="quiet" className="px-3 sm:px-5">
              Sign in
            </LinkButton>
          )}
          <LinkButton to={step.to} className="hidden sm:inline-flex">
            {step.label}
          </LinkButton>
        </nav>
      </div>
    </header>
  )
}
