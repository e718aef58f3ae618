import type { LucideIcon } from "lucide-react"
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

/** Something to do with the picture of a tile. */
interface TileAction {
  label: string
  Icon: LucideIcon
  onPress: () => void
  /** For what is on or off. */
  isPressed?: boolean
}

interface TileProps {
  /** Address of the whole picture. */
  href: string
  image: ReactElement
  /** What is said of it, while it is pointed at. */
  words: string
  actions: readonly TileAction[]
  /** What is seen of it all the time. */
  mark?: ReactNode | undefined
  /** Hears keys that are no arrows, while something of the picture has the focus. */
  onKey?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

/** As the variant of styles/app.css. */
const mouseOnly = "(hover: hover) and (not (any-pointer: coarse))"

/** One picture of a grid. Press it to open it in a new tab; point at it, or tab into it, for its words and more. */
export function Tile({ href, image, words, actions, mark, onKey }: TileProps): ReactElement {
  // Most tiles are scrolled by: what cannot be seen of them is not drawn.
  const [isDrawn, setIsDrawn] = useState(() => !globalThis.matchMedia?.(mouseOnly).matches)
  const draw = (): void => setIsDrawn(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are heard for the link and buttons inside
    <div
      className="group relative size-full rounded-card bg-surface"
      onPointerEnter={draw}
      onFocus={draw}
      onKeyDown={(event) => {
        onKey?.(event)
        moveInside(event)
      }}
    >
      <a
        href={href}
        target="_blank"
        rel="noopener"
        title="Arrow keys reach the actions of this picture"
        className="block size-full rounded-card -outline-offset-4 *:rounded-card"
      >
        {image}
      </a>
      {mark}
      <div
        className={classNames(
          "pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-end gap-3 rounded-b-card bg-linear-to-t from-cloth via-cloth/75 to-transparent p-2 pt-10 pl-4 text-on-cloth transition-opacity",
          "mouse-only:opacity-0 mouse-only:group-focus-within:opacity-100 mouse-only:group-hover:opacity-100",
        )}
      >
        {isDrawn && <p className="mr-auto mb-1.5 line-clamp-2 min-w-0 text-sm break-words">{words}</p>}
        <div className="pointer-events-auto flex shrink-0">
          {actions.map(({ label, Icon, onPress, isPressed }) => (
            <button
              key={label}
              type="button"
              tabIndex={-1}
              aria-label={label}
              title={label}
              aria-pressed={isPressed}
              onClick={onPress}
              className="grid size-11 place-items-center rounded-control outline-on-cloth transition-colors hover:bg-on-cloth/15 focus-visible:-outline-offset-2"
            >
              {isDrawn && <Icon aria-hidden="true" className={classNames("size-5", isPressed && "fill-current")} />}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

/** A tile is one stop of the Tab key; left and right go through what is in it. */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
  if (step === 0) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")]
  const next = controls[controls.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
