import { Menu, PanelLeftClose, PanelLeftOpen } from "lucide-react"
import { type ReactElement, type ReactNode, useState } from "react"
import { Link } from "react-router"
import { Button } from "#web/ui/button/button.tsx"
import { Logo } from "#web/ui/media/logo.tsx"
import { Drawer } from "#web/ui/overlay/drawer.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { BottomBar } from "./bottom-bar.tsx"
import { mainId, SkipLink } from "./skip-link.tsx"
import { type StudioItem, StudioNavigation } from "./studio-navigation.tsx"
import { useHeightVariable } from "./use-height-variable.ts"

interface StudioShellProps {
  productName: string
  /** Where the logo leads. */
  homePath: string
  /** The part of the product that the items lead through; the studio unless told. */
  area?: string | undefined
  items: readonly StudioItem[]
  /** The bar at the lower edge of phones; none without it. */
  bottomItems?: readonly StudioItem[] | undefined
  /** Right end of the top bar, in reading order: balance, theme, notifications, account. */
  tools?: ReactNode | undefined
  /** Below the places in the phone's sheet. */
  sheetEnd?: ReactNode | undefined
  /** A line under the top bar, such as "confirm your e-mail". */
  notice?: ReactNode | undefined
  /** Whether the sidebar is folded to icons, and what happens when the person folds or unfolds it. */
  isNarrow: boolean
  onFold: ((isNarrow: boolean) => void) | undefined
  children: ReactNode
}

/** The frame of the signed-in area: sidebar (folds and remembers; a sheet and a bottom bar on phones), top bar, content. */
export function StudioShell(props: StudioShellProps): ReactElement {
  const {
    productName,
    homePath,
    area = "Studio",
    items,
    bottomItems,
    tools,
    sheetEnd,
    notice,
    isNarrow,
    onFold,
    children,
  } = props
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const bars = useHeightVariable("--top-bars")
  const FoldIcon = isNarrow ? PanelLeftOpen : PanelLeftClose
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside
        aria-label="Sidebar"
        className={classNames(
          "sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-surface lg:flex",
          isNarrow ? "w-20" : "w-64",
        )}
      >
        <div className={classNames("flex h-16 shrink-0 items-center", isNarrow ? "justify-center" : "px-5")}>
          <Link to={homePath} className="flex rounded-control">
            <Logo name={productName} isMarkOnly={isNarrow} />
          </Link>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-3 py-4">
          <StudioNavigation label={area} items={items} isNarrow={isNarrow} />
        </div>
        <div className={classNames("shrink-0 p-3", isNarrow && "grid place-items-center")}>
          {onFold && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={isNarrow ? "Unfold sidebar" : "Fold sidebar"}
              aria-expanded={!isNarrow}
              onClick={() => onFold(!isNarrow)}
              className="text-ink-soft"
            >
              <FoldIcon aria-hidden="true" />
            </Button>
          )}
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
        <div ref={bars} className="z-30 bg-ground lg:sticky lg:top-0 low:static">
          <header className="group/top flex h-16 items-center gap-1 border-b border-line px-2 sm:gap-2 sm:px-6 lg:px-10">
            <div className="flex items-center gap-1 lg:hidden">
              <Button variant="quiet" size="icon" aria-label="Open navigation" onClick={() => setIsDrawerOpen(true)}>
                <Menu aria-hidden="true" />
              </Button>
              {/* On the smallest phones what is under way needs its room. */}
              <Link
                to={homePath}
                className="flex rounded-control max-[22.6rem]:group-has-[[data-under-way]]/top:hidden"
              >
                <Logo name={productName} isMarkOnly />
              </Link>
            </div>
            <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">{tools}</div>
          </header>
          {notice}
        </div>
        <main
          id={mainId}
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-5 outline-none sm:py-8 sm:px-6 lg:px-10 lg:py-10"
        >
          {children}
        </main>
        {bottomItems && <BottomBar items={bottomItems} />}
      </div>
      <Drawer
        open={isDrawerOpen}
        onOpenChange={setIsDrawerOpen}
        title="Navigation"
        heading={<Logo name={productName} />}
      >
        <StudioNavigation label={area} items={items} onNavigate={() => setIsDrawerOpen(false)} />
        {sheetEnd}
      </Drawer>
    </div>
  )
}
