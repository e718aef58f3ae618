import type { LucideIcon } from "lucide-react"
import { type ReactElement, useId } from "react"
import { Link, useLocation } from "react-router"
import { classNames } from "#web/ui/theme/class-names.ts"

/** One entry of the studio's navigation. Only built pages belong in the list. */
export interface StudioItem {
  to: string
  label: string
  Icon: LucideIcon
  /** Marks the entry only on exactly this path, not below it. */
  isExact?: boolean | undefined
  /** Further paths that belong to the entry, with what lies below them. */
  alsoAt?: readonly string[] | undefined
  /** Heading above it and those of the same group that follow. */
  group?: string | undefined
}

interface StudioNavigationProps {
  /** Names the list for screen readers. */
  label: string
  items: readonly StudioItem[]
  /** Icons alone, with the words on hover and for screen readers. */
  isNarrow?: boolean | undefined
  onNavigate?: (() => void) | undefined
}

/** Which entry a page belongs to: of those it lies below, the one that says most. */
export function findCurrent(items: readonly StudioItem[], path: string): StudioItem | undefined {
  const isBelow = (place: string): boolean => path === place || path.startsWith(`${place}/`)
  const above = items.filter(
    ({ to, isExact, alsoAt }) => (isExact ? path === to : isBelow(to)) || alsoAt?.some(isBelow),
  )
  return above.sort((a, b) => b.to.length - a.to.length)[0]
}

/** The list of places in the studio. */
export function StudioNavigation({
  label: name,
  items,
  isNarrow = false,
  onNavigate,
}: StudioNavigationProps): ReactElement {
  const current = findCurrent(items, useLocation().pathname)
  const id = useId()
  return (
    <nav aria-label={name} className="grid gap-4">
      {groupItems(items).map(({ group, items: grouped }, index) => (
        <div key={grouped[0]?.to} className={classNames(isNarrow && index > 0 && "border-t border-line pt-4")}>
          {group !== undefined && (
            <p id={`${id}-${index}`} className={isNarrow ? "sr-only" : "px-3 pb-1 text-sm text-ink-soft"}>
              {group}
            </p>
          )}
          <ul aria-labelledby={group === undefined ? undefined : `${id}-${index}`} className="grid gap-1">
            {grouped.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={to === current?.to ? "page" : undefined}
                  title={isNarrow ? label : undefined}
                  {...(onNavigate && { onClick: onNavigate })}
                  className={classNames(
                    "group flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors",
                    to === current?.to
                      ? "bg-indigo-wash text-indigo"
                      : "text-ink-soft hover:bg-indigo-wash hover:text-ink",
                    isNarrow && "justify-center px-0",
                  )}
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0" />
                  <span className={isNarrow ? "sr-only" : "truncate"}>{label}</span>
                  <span
                    aria-hidden="true"
                    className={classNames(
                      "ml-auto hidden size-2 shrink-0 rounded-full bg-ochre",
                      !isNarrow && "group-aria-[current=page]:block",
                    )}
                  />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Entries that follow each other and belong together. */
function groupItems(items: readonly StudioItem[]): { group: string | undefined; items: StudioItem[] }[] {
  const groups: { group: string | undefined; items: StudioItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last.group === item.group) last.items.push(item)
    else groups.push({ group: item.group, items: [item] })
  }
  return groups
}
