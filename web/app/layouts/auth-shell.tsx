import type { ReactElement, ReactNode } from "react"
import { Link } from "react-router"
import { Adire } from "#web/ui/media/adire.tsx"
import { Logo } from "#web/ui/media/logo.tsx"
import { mainId, SkipLink } from "./skip-link.tsx"

interface AuthShellProps {
  productName: string
  title: ReactNode
  /** A sentence under the title. */
  intro?: ReactNode | undefined
  /** The form. */
  children: ReactNode
  /** Links under the form, such as the way to the other form. */
  footer?: ReactNode | undefined
  /** A line over everything, such as "you are offline". */
  notice?: ReactNode | undefined
  /** A line on the cloth, seen on wide screens only. */
  promise?: ReactNode | undefined
}

/** A form beside one panel of cloth. On phones the form comes first and the cloth is left out. */
export function AuthShell(props: AuthShellProps): ReactElement {
  const { productName, title, intro, children, footer, notice, promise } = props
  return (
    <>
      <SkipLink />
      {notice}
      <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)]">
        <div className="flex flex-col px-5 pb-12 sm:px-10">
          <header className="flex h-20 items-center">
            <Link to="/" className="flex rounded-control">
              <Logo name={productName} />
            </Link>
          </header>
          <main id={mainId} tabIndex={-1} className="mx-auto my-auto w-full max-w-md py-8 outline-none">
            <h1 className="text-3xl">{title}</h1>
            {intro && <p className="mt-3 text-ink-soft">{intro}</p>}
            <div className="mt-8">{children}</div>
            {footer && <div className="mt-8 border-t border-line pt-6 text-ink-soft">{footer}</div>}
          </main>
        </div>
        <aside aria-label={productName} className="hidden bg-cloth text-on-cloth lg:block">
          <div className="sticky top-0 flex h-dvh flex-col">
            <div className="relative min-h-0 flex-1">
              <Adire seed={11} columns={5} rows={6} hasWarmCell className="absolute inset-0 text-on-cloth/45" />
            </div>
            {promise && (
              <p className="border-t border-on-cloth/45 p-10 font-display text-2xl font-semibold text-balance xl:p-12">
                {promise}
              </p>
            )}
          </div>
        </aside>
      </div>
    </>
  )
}
