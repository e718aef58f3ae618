import {
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { countColumns, findVisible, layOut, type MasonryItem } from "./masonry-layout.ts"
import { tallestPx, useScrollWindow } from "./use-scroll-window.ts"

interface MasonryProps<Item extends MasonryItem> {
  /** Read out as the name of the list. */
  label: string
  items: readonly Item[]
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
export function Masonry<Item extends MasonryItem>(props: MasonryProps<Item>): ReactElement {
  const { label, items, renderItem, leastColumns = 1, onNearEnd } = props
  const list = useRef<HTMLUListElement>(null)
  const { width, columnCount } = useColumns(list, leastColumns)
  const layout = useMemo(() => layOut(items, width, columnCount), [items, width, columnCount])
  const askedAt = useRef(-1)
  const [focused, setFocused] = useState<number>()
  const part = useScrollWindow(list, layout.height, (pxLeft) => {
    if (!onNearEnd || width === 0 || pxLeft > nearEndPx || askedAt.current === items.length) return
    askedAt.current = items.length
    onNearEnd()
  })
  const visible = width === 0 ? [] : findVisible(layout, part.from, part.to)
  // What has the focus stays in the document, or the keyboard would lose its place when the page is scrolled away.
  if (focused !== undefined && focused < items.length && !visible.includes(focused)) visible.push(focused)

  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative [overflow-anchor:none]"
      style={{ height: Math.min(layout.height, tallestPx) }}
      onBlur={() => setFocused(undefined)}
    >
      {visible.map((index) => {
        const item = items[index]
        return (
          item && (
            <Cell
              key={item.id}
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
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className="absolute contain-strict"
      style={{ left, top, width, height }}
      onFocus={() => onFocusItem(index)}
    >
      {renderItem(item, { width, height })}
    </li>
  )
}) as <Item>(props: CellProps<Item>) => ReactElement

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
