import type { ReactElement } from "react"
import { Link } from "react-router"
import { classNames } from "#web/ui/theme/class-names.ts"

interface LinkTilesProps {
  /** Read out as the name of the choice. */
  label: string
  tiles: readonly { to: string; title: string; note: string; isHere: boolean }[]
  className?: string | undefined
}

/** A choice between a few views of the same page, each with an address of its own. */
export function LinkTiles({ label, tiles, className }: LinkTilesProps): ReactElement {
  return (
    <nav aria-label={label} className={className}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {tiles.map(({ to, title, note, isHere }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isHere ? "page" : undefined}
              className={classNames(
                "grid min-h-14 content-center rounded-card border px-4 py-3 transition-colors",
                isHere ? "border-indigo bg-indigo-wash" : "border-line bg-surface hover:border-line-strong",
              )}
            >
              <span className="font-medium">{title}</span>
              <span className="text-sm text-ink-soft">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
