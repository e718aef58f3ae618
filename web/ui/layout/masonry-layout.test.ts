import { describe, expect, test } from "vitest"
import { countColumns, findVisible, layOut } from "./masonry-layout.ts"

const shapes = [100, 150, 66, 125, 133]

function buildItems(count: number): { id: string; width: number; height: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    width: 100,
    height: shapes[(index * 7) % shapes.length] ?? 100,
  }))
}

test.each([
  [320, 1],
  [749, 1],
  [750, 2],
  [899, 2],
  [900, 3],
  [1199, 3],
  [1200, 4],
  [2560, 4],
])("a window of %i px has %i columns", (width, columns) => {
  expect(countColumns(width)).toBe(columns)
})

describe("the layout", () => {
  test("leaves 10 px between columns and between pictures", () => {
    const layout = layOut(buildItems(8), 430, 4)
    expect(layout.columnWidth).toBe(100)
    expect(layout.lefts[1]).toBe(110)
    for (const column of layout.columns) {
      column.slice(1).forEach((index, row) => {
        const above = column[row] ?? -1
        expect(layout.tops[index]).toBeCloseTo((layout.tops[above] ?? 0) + (layout.heights[above] ?? 0) + 10)
      })
    }
  })

  test("moves no earlier picture when more come", () => {
    const few = layOut(buildItems(40), 900, 3)
    const many = layOut(buildItems(80), 900, 3)
    expect([...many.tops.slice(0, 40)]).toEqual([...few.tops])
    expect([...many.lefts.slice(0, 40)]).toEqual([...few.lefts])
  })

  test("has no height without pictures", () => {
    expect(layOut([], 900, 3).height).toBe(0)
  })
})

describe("what is visible", () => {
  test("is exactly what touches the stretch, in the order of the items", () => {
    const layout = layOut(buildItems(500), 1000, 4)
    const expected = [...layout.tops.keys()].filter(
      (index) => (layout.tops[index] ?? 0) <= 9000 && (layout.tops[index] ?? 0) + (layout.heights[index] ?? 0) >= 8000,
    )
    expect(findVisible(layout, 8000, 9000)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(4)
  })

  test("reaches the last of 100,000", () => {
    const layout = layOut(buildItems(100_000), 1000, 4)
    expect(findVisible(layout, layout.height - 1000, layout.height)).toContain(99_999)
  })
})
