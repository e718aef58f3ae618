import type { LucideIcon } from "lucide-react"
import { DropdownMenu as Radix } from "radix-ui"
import { Fragment, type ReactElement, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react"
import { Link } from "react-router"
import { classNames } from "#web/ui/theme/class-names.ts"

/** One line of a menu: either goes somewhere (`to`) or does something (`onPick`). */
export interface MenuItem {
  label: string
  Icon?: LucideIcon | undefined
  to?: string | undefined
  onPick?: (() => void) | undefined
  isDanger?: boolean | undefined
  disabled?: boolean | undefined
}

export interface MenuProps {
  /** The button that opens the menu; it needs a name of its own. */
  trigger: ReactElement
  /** Lines in groups; a hairline stands between groups. */
  groups: readonly (readonly MenuItem[])[]
  /** Something above the first group, such as who is signed in. */
  heading?: ReactNode | undefined
}

const itemLook =
  "flex min-h-11 items-center gap-3 rounded-[8px] px-3 outline-none data-disabled:opacity-55 data-highlighted:bg-indigo-wash"

/**
 * A menu and its button, open at once: it is drawn when the button was first pressed. Not modal: the scroll lock of the
 * modal one writes a style element. It stands in the landmark of its button, so that people who go from landmark to
 * landmark do not lose it.
 */
export function MenuBox({ trigger, groups, heading }: MenuProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const findLandmark = useCallback(
    () => setLandmark(button.current?.closest<HTMLElement>("header, main, nav, aside") ?? null),
    [],
  )
  useLayoutEffect(findLandmark, [findLandmark])
  return (
    <Radix.Root modal={false} defaultOpen onOpenChange={findLandmark}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 animate-appear overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-soft"
        >
          {heading && <div className="border-b border-line px-3 pt-2 pb-3 mb-1.5">{heading}</div>}
          {groups.map((group, index) => (
            <Fragment key={group[0]?.label ?? ""}>
              {index > 0 && <Radix.Separator className="my-1.5 h-px bg-line" />}
              {group.map((item) => (
                <MenuLine key={item.label} {...item} />
              ))}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function MenuLine({ label, Icon, to, onPick, isDanger = false, disabled = false }: MenuItem): ReactElement {
  const inside = (
    <>
      {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      {label}
    </>
  )
  const look = classNames(itemLook, isDanger ? "text-clay" : "text-ink")
  if (to !== undefined) {
    return (
      <Radix.Item asChild disabled={disabled}>
        <Link to={to} className={look}>
          {inside}
        </Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item disabled={disabled} onSelect={() => onPick?.()} className={classNames(look, "cursor-pointer")}>
      {inside}
    </Radix.Item>
  )
}
