import { Menu, X } from "lucide-react"
import type { MouseEvent, ReactElement } from "react"
import { Link, NavLink } from "react-router"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Logo } from "#web/ui/media/logo.tsx"

export interface ShellLink {
  path: string
  label: string
}

interface MarketingHeaderProps {
  productName: string
  step: { to: string; label: string }
  canSignIn: boolean
  pages: readonly ShellLink[]
}

const menuId = "site-menu"

/** The slim header that stays at the top. On phones its links are in a menu that opens without scripts too. */
export function MarketingHeader({ productName, step, canSignIn, pages }: MarketingHeaderProps): ReactElement {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground low:static">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-3 px-5 sm:px-8">
        <Link to="/" className="mr-auto flex rounded-control">
          <Logo name={productName} />
        </Link>
        <nav aria-label="Pages" className="hidden items-center lg:flex">
          {pages.map(({ path, label }) => (
            <NavLink
              key={path}
              to={path}
              className="flex min-h-11 items-center rounded-control px-4 font-medium text-ink-soft transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-ochre aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <nav aria-label="Account" className="flex flex-wrap items-center gap-x-2">
          {canSignIn && (
            <LinkButton to="/sign-in" variant="quiet" className="px-3 sm:px-5">
              Sign in
            </LinkButton>
          )}
          <LinkButton to={step.to} className="hidden sm:inline-flex">
            {step.label}
          </LinkButton>
        </nav>
        {pages.length > 0 && (
          <Button variant="quiet" size="icon" aria-label="Menu" popoverTarget={menuId} className="-mr-2 lg:hidden">
            <Menu aria-hidden="true" />
          </Button>
        )}
      </div>
      {pages.length > 0 && <PhoneMenu {...{ productName, step, pages }} />}
    </header>
  )
}

/** A popover: the browser opens and closes it, Escape and a press beside it included. */
function PhoneMenu({ productName, step, pages }: Omit<MarketingHeaderProps, "canSignIn">): ReactElement {
  const close = (event: MouseEvent<HTMLElement>): void => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null
    if (isLink && event.currentTarget.matches(":popover-open")) event.currentTarget.hidePopover()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on a link inside closes the menu; Enter on it is a click too
    <nav
      id={menuId}
      popover="auto"
      aria-label="Menu"
      onClick={close}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh w-[min(22rem,100vw)] overflow-y-auto overscroll-contain border-l border-line bg-raised text-ink shadow-soft backdrop:bg-scrim"
    >
      <div className="flex min-h-16 items-center justify-between gap-4 pr-3 pl-5">
        <Logo name={productName} />
        <Button variant="quiet" size="icon" aria-label="Close" popoverTarget={menuId} popoverTargetAction="hide">
          <X aria-hidden="true" />
        </Button>
      </div>
      <ul className="grid px-5 pb-5">
        {pages.map(({ path, label }) => (
          <li key={path} className="border-b border-line">
            <Link to={path} className="flex min-h-14 items-center font-display text-xl font-semibold">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="px-5 pb-8">
        <LinkButton to={step.to} size="large" wide>
          {step.label}
        </LinkButton>
      </div>
    </nav>
  )
}
