/** What the grid must know of a picture before it has loaded: its size in pixels, of which only the ratio counts. */
export interface MasonryItem {
  id: string
  width: number
  height: number
}

/** Where every item stands, in px from the top left of the grid. */
export interface MasonryLayout {
  columnWidth: number
  height: number
  lefts: Float64Array
  tops: Float64Array
  heights: Float64Array
  /** Item numbers of each column, from top to bottom. */
  columns: number[][]
}

/** Columns by the width of the window, in px. Source: docs/product-rules.md#screens; one below 350 px too (docs/product-rules.md#masonry). */
export function countColumns(windowWidth: number): number {
  if (windowWidth >= 1200) return 4
  if (windowWidth >= 900) return 3
  return windowWidth >= 750 ? 2 : 1
}

/** Gap between pictures, in px. Source: docs/product-rules.md#numbers. */
export const gutterPx = 10

/** Puts each item under the shortest column. Earlier items never move when more are added. */
export function layOut(items: readonly MasonryItem[], width: number, columnCount: number): MasonryLayout {
  const columnWidth = (width - gutterPx * (columnCount - 1)) / columnCount
  const lefts = new Float64Array(items.length)
  const tops = new Float64Array(items.length)
  const heights = new Float64Array(items.length)
  const ends = new Float64Array(columnCount)
  const columns: number[][] = Array.from({ length: columnCount }, () => [])
  items.forEach((item, index) => {
    let shortest = 0
    for (let column = 1; column < columnCount; column++) {
      if (at(ends, column) < at(ends, shortest)) shortest = column
    }
    const height = (columnWidth * item.height) / item.width
    lefts[index] = shortest * (columnWidth + gutterPx)
    tops[index] = at(ends, shortest)
    heights[index] = height
    ends[shortest] = at(ends, shortest) + height + gutterPx
    columns[shortest]?.push(index)
  })
  return { columnWidth, height: Math.max(0, ...ends.map((end) => end - gutterPx)), lefts, tops, heights, columns }
}

/** Numbers of the items that touch the stretch from `from` to `to` px, in their own order so that Tab follows it. */
export function findVisible(layout: MasonryLayout, from: number, to: number): number[] {
  const visible: number[] = []
  for (const column of layout.columns) {
    for (let row = findFirst(layout, column, from); row < column.length; row++) {
      const index = column[row]
      if (index === undefined || at(layout.tops, index) > to) break
      visible.push(index)
    }
  }
  return visible.sort((one, other) => one - other)
}

/** First row of a column whose lower edge is below `from`: binary search, as columns grow downwards. */
function findFirst(layout: MasonryLayout, column: readonly number[], from: number): number {
  let low = 0
  let high = column.length
  while (low < high) {
    const middle = (low + high) >> 1
    const index = column[middle] ?? 0
    if (at(layout.tops, index) + at(layout.heights, index) < from) low = middle + 1
    else high = middle
  }
  return low
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
