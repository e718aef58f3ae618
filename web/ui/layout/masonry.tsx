import {
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { countColumns, findVisible, layOut, type MasonryItem } from "./masonry-layout.ts"
import { usePageHas } from "./use-page-has.ts"
import { tallestPx, useScrollWindow } from "./use-scroll-window.ts"

interface MasonryProps<Item> {
  /** Read out as the name of the list. */
  label: string
  /** What was there before stays the same object when more comes: only then is its picture not drawn again. */
  items: readonly Item[]
  /** What the grid must know of an item; the same function between renders, as `renderItem`. */
  boxOf: (item: Item) => MasonryItem
  /**
   * Draws one item into a box of exactly this size. Keep the function itself the same between renders (define it
   * outside the component or with useCallback): a new one redraws every picture on the screen.
   */
  renderItem: (item: Item, box: { width: number; height: number }) => ReactNode
  /** Least number of columns, where pictures may be small; one when absent. */
  leastColumns?: number
  /** Called once per length of `items` when the end is within 100 px of the screen. */
  onNearEnd?: (() => void) | undefined
}

/** How near the end must come before more is asked for, in px. Source: docs/product-rules.md#screens. */
const nearEndPx = 100

/** Pictures of different shapes in columns. Only those near the screen are in the document, so 100,000 are no burden. */
export function Masonry<Item>(props: MasonryProps<Item>): ReactElement {
  const { label, items, boxOf, renderItem, leastColumns = 1, onNearEnd } = props
  const list = useRef<HTMLUListElement>(null)
  const { width, columnCount } = useColumns(list, leastColumns)
  const boxes = useMemo(() => items.map(boxOf), [items, boxOf])
  const layout = useMemo(() => layOut(boxes, width, columnCount), [boxes, width, columnCount])
  usePageHas("growing-list")
  const askedAt = useRef(-1)
  const [focused, setFocused] = useState<number>()
  const part = useScrollWindow(list, layout.height, (pxLeft) => {
    if (!onNearEnd || width === 0 || pxLeft > nearEndPx || askedAt.current === items.length) return
    askedAt.current = items.length
    onNearEnd()
  })
  const revealed = useRevealed(items.length)
  const visible = width === 0 ? [] : findVisible(layout, part.from, part.to).filter((index) => index < revealed)
  // What has the focus stays in the document, or the keyboard would lose its place when the page is scrolled away.
  if (focused !== undefined && focused < items.length && !visible.includes(focused)) visible.push(focused)

  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: Math.min(layout.height, tallestPx) }}
      onBlur={() => setFocused(undefined)}
    >
      {visible.map((index) => {
        const item = items[index]
        return (
          item && (
            <Cell
              key={boxes[index]?.id}
              item={item}
              index={index}
              count={items.length}
              left={layout.lefts[index] ?? 0}
              top={(layout.tops[index] ?? 0) - part.offset}
              width={layout.columnWidth}
              height={layout.heights[index] ?? 0}
              renderItem={renderItem}
              onFocusItem={setFocused}
            />
          )
        )
      })}
    </ul>
  )
}

interface CellProps<Item> {
  item: Item
  index: number
  count: number
  left: number
  top: number
  width: number
  height: number
  renderItem: (item: Item, box: { width: number; height: number }) => ReactNode
  onFocusItem: (index: number) => void
}

const Cell = memo(function Cell<Item>(props: CellProps<Item>): ReactElement {
  const { item, index, count, left, top, width, height, renderItem, onFocusItem } = props
  // More pictures change the numbers of each one, and not what is drawn of it.
  const picture = useMemo(() => renderItem(item, { width, height }), [renderItem, item, width, height])
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className="absolute contain-strict"
      style={{ left, top, width, height }}
      onFocus={() => onFocusItem(index)}
    >
      {picture}
    </li>
  )
}) as <Item>(props: CellProps<Item>) => ReactElement

/** So many pictures of those that have come are put into the document in one frame: more make it late (docs/measurements.md#a-large-gallery). */
const perFrame = 2

/** How many of so many items are in the document already: those that come while the page is read join them by and by. */
function useRevealed(count: number): number {
  const [revealed, setRevealed] = useState(count)
  useEffect(() => {
    if (revealed === count) return
    const frame = requestAnimationFrame(() => setRevealed(Math.min(count, revealed + perFrame)))
    return () => cancelAnimationFrame(frame)
  }, [revealed, count])
  return revealed
}

/** Width of the list in px (0 before the first measure) and the columns that the window has room for. */
function useColumns(list: RefObject<HTMLElement | null>, least: number): { width: number; columnCount: number } {
  const [size, setSize] = useState({ width: 0, columnCount: 1 })
  useLayoutEffect(() => {
    const measure = (): void => {
      const width = list.current?.clientWidth || window.innerWidth
      const columnCount = Math.max(least, countColumns(window.innerWidth))
      setSize((old) => (old.width === width && old.columnCount === columnCount ? old : { width, columnCount }))
    }
    measure()
    window.addEventListener("resize", measure)
    const observer = "ResizeObserver" in window ? new ResizeObserver(measure) : undefined
    if (list.current) observer?.observe(list.current)
    return () => {
      window.removeEventListener("resize", measure)
      observer?.disconnect()
    }
  }, [list, least])
  return size
}
