import type { ReactElement } from "react"
import { Link, useLocation } from "react-router"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { findCurrent, type StudioItem } from "./studio-navigation.tsx"

/**
 * Four places in reach of the thumb, instead of the sidebar. Its height is the variable --bottom-bar (styles/base.css),
 * above which whatever else is docked at the lower edge stands; in a low window it is the end of the page.
 */
export function BottomBar({ items }: { items: readonly StudioItem[] }): ReactElement {
  usePageHas("bottom-bar")
  const current = findCurrent(items, useLocation().pathname)
  return (
    <nav
      aria-label="Main places"
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] lg:hidden low:static"
    >
      <ul className="mx-auto grid h-16 max-w-xl grid-cols-4 px-1">
        {items.map(({ to, label, Icon }) => (
          <li key={label} className="min-w-0">
            <Link
              to={to}
              aria-current={to === current?.to ? "page" : undefined}
              className={classNames(
                "group grid h-full content-center justify-items-center gap-1 rounded-control text-xs font-medium -outline-offset-4 transition-colors",
                to === current?.to ? "text-indigo" : "text-ink-soft hover:text-ink",
              )}
            >
              <span className="grid h-7 w-14 place-items-center rounded-full transition-colors group-aria-[current=page]:bg-indigo-wash">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="max-w-full truncate">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
