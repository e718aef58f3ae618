import type { ReactElement, ReactNode } from "react"
import { Link } from "react-router"
import { Logo } from "#web/ui/media/logo.tsx"
import { mainId, SkipLink } from "./skip-link.tsx"

interface BareShellProps {
  productName: string
  children: ReactNode
}

/** Only the logo and one thing in the middle: verification, errors, waiting. */
export function BareShell({ productName, children }: BareShellProps): ReactElement {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-20 items-center px-5 sm:px-10">
        <Link to="/" className="flex rounded-control">
          <Logo name={productName} />
        </Link>
      </header>
      <main id={mainId} tabIndex={-1} className="grid flex-1 place-items-center px-5 pb-24 outline-none sm:px-10">
        {children}
      </main>
    </div>
  )
}
