import { ArrowDown, ArrowUp, GripVertical } from "lucide-react"
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface OrderedListProps<Thing> {
  label: string
  things: readonly Thing[]
  /** Id of the one that is open. */
  chosen: string
  onChoose: (id: string) => void
  /** Gets all ids in the order that was asked for. */
  onOrder: (ids: string[]) => void
  /** What stands behind a title. */
  note?: (thing: Thing) => ReactNode
  /** What else can be done with one. */
  actions?: (thing: Thing) => ReactNode
}

interface Drag {
  id: string
  /** All ids as they would stand if it ended here. */
  ids: string[]
}

/** How near to the edge of the window a drag scrolls it, and how far at each move, in px. */
const edge = 90
const step = 24

/**
 * Things in an order that is changed by dragging them at their grip, with mouse or finger, by their buttons, or by Alt and
 * the arrow keys. The new place is announced.
 */
export function OrderedList<Thing extends { id: string; title: string }>({
  label,
  things,
  chosen,
  onChoose,
  onOrder,
  note,
  actions,
}: OrderedListProps<Thing>): ReactElement {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setShown] = useState<Drag>()
  // The end of a drag may come before its last move is drawn.
  const newest = useRef<Drag>(undefined)
  const setDrag = (next: Drag | undefined): void => {
    newest.current = next
    setShown(next)
  }
  const [words, setWords] = useState("")
  // A row that changed places loses the keyboard, which goes on from where it was.
  const pressed = useRef<{ control: Element | null; id: string }>(undefined)
  useLayoutEffect(() => {
    const { control, id } = pressed.current ?? {}
    pressed.current = undefined
    if (id === undefined || !(control instanceof HTMLElement)) return
    const isUsable = !control.matches(":disabled")
    const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute("data-id") === id)
    ;(isUsable ? control : row?.querySelector<HTMLElement>("[aria-pressed]"))?.focus()
  })
  const ids = things.map(({ id }) => id)
  const shown = drag ? drag.ids.flatMap((id) => things.find((thing) => thing.id === id) ?? []) : things

  const order = (next: string[], id: string): void => {
    if (next.every((one, index) => one === ids[index])) return
    const title = things.find((thing) => thing.id === id)?.title ?? ""
    setWords(`${title} is now number ${next.indexOf(id) + 1} of ${next.length}.`)
    onOrder(next)
  }
  const move = (id: string, by: -1 | 1): void => {
    const place = ids.indexOf(id) + by
    if (place < 0 || place >= ids.length) return
    pressed.current = { control: document.activeElement, id }
    order(moved(ids, id, place), id)
  }
  const onKeyDown = (event: KeyboardEvent, id: string): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(id, by)
  }
  const onPointerMove = ({ clientY }: PointerEvent): void => {
    const now = newest.current
    if (!now) return
    if (clientY < edge) window.scrollBy(0, -step)
    else if (clientY > window.innerHeight - edge) window.scrollBy(0, step)
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const place = rows.findIndex(({ bottom }) => clientY < bottom)
    setDrag({ ...now, ids: moved(now.ids, now.id, place < 0 ? rows.length - 1 : place) })
  }
  const drop = (): void => {
    const now = newest.current
    setDrag(undefined)
    if (now) order(now.ids, now.id)
  }

  return (
    <>
      <ol ref={list} aria-label={label} className="grid divide-y divide-line rounded-card border border-line">
        {shown.map((thing, index) => {
          const { id, title } = thing
          return (
            <li
              key={id}
              data-id={id}
              onKeyDown={(event) => onKeyDown(event, id)}
              className={classNames(
                "flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 first:rounded-t-card last:rounded-b-card",
                drag?.id === id && "bg-amber-wash",
                drag?.id !== id && chosen === id && "bg-indigo-wash",
              )}
            >
              <span
                aria-hidden="true"
                data-grip
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setDrag({ id, ids })
                }}
                onPointerMove={onPointerMove}
                onPointerUp={drop}
                onPointerCancel={() => setDrag(undefined)}
                className="-ml-2 grid size-11 shrink-0 cursor-grab touch-none place-items-center text-ink-soft"
              >
                <GripVertical className="size-5" />
              </span>
              <button
                type="button"
                aria-pressed={chosen === id}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={() => onChoose(id)}
                className="min-h-11 min-w-0 grow basis-40 text-left wrap-anywhere"
              >
                <span className="font-medium">{title}</span> {note?.(thing)}
              </button>
              <span className="flex">
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Move up: ${title}`}
                  disabled={index === 0}
                  onClick={() => move(id, -1)}
                >
                  <ArrowUp aria-hidden="true" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Move down: ${title}`}
                  disabled={index === shown.length - 1}
                  onClick={() => move(id, 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </Button>
                {actions?.(thing)}
              </span>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {words}
      </p>
    </>
  )
}

/** The ids with one of them at another place. */
function moved(ids: readonly string[], id: string, place: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, place), id, ...rest.slice(place)]
}
