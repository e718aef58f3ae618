import { describe, expect, test } from "vitest"
import { GridCut, neighbourSteps } from "./max-flow.ts"

interface Grid {
  width: number
  height: number
  terminals: number[]
  links: { p: number; d: number; cost: number }[]
}

/** A small repeatable random grid. */
function buildGrid(width: number, height: number, start: number): Grid {
  let state = start
  const random = (limit: number): number => {
    state = (state * 1664525 + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * limit)
  }
  const terminals = Array.from({ length: width * height }, () => random(41) - 20)
  const links: Grid["links"] = []
  for (let p = 0; p < width * height; p++) {
    for (let d = 4; d < 8; d++) {
      const [dx, dy] = neighbourSteps[d] ?? [0, 0]
      const x = (p % width) + dx
      if (x >= 0 && x < width && Math.floor(p / width) + dy < height) links.push({ p, d, cost: random(12) })
    }
  }
  return { width, height, terminals, links }
}

function costOf(grid: Grid, side: ArrayLike<number>): number {
  let cost = 0
  grid.terminals.forEach((value, p) => {
    if (side[p] === 1) cost += Math.max(0, -value)
    else cost += Math.max(0, value)
  })
  for (const { p, d, cost: link } of grid.links) {
    const [dx, dy] = neighbourSteps[d] ?? [0, 0]
    if (side[p] !== side[p + dy * grid.width + dx]) cost += link
  }
  return cost
}

function open(grid: Grid): GridCut {
  const cut = new GridCut(grid.width, grid.height)
  for (const { p, d, cost } of grid.links) cut.setLink(p % grid.width, Math.floor(p / grid.width), d, cost)
  return cut
}

function solve(grid: Grid, cut = open(grid)): Uint8Array {
  grid.terminals.forEach((value, p) => {
    cut.setTerminal(p % grid.width, Math.floor(p / grid.width), value)
  })
  return cut.solve()
}

describe("GridCut", () => {
  test("finds the cheapest of all cuts, checked against trying every one", () => {
    for (let start = 1; start <= 40; start++) {
      const grid = buildGrid(4, 3, start * 7919)
      let least = Number.POSITIVE_INFINITY
      for (let bits = 0; bits < 4096; bits++) {
        least = Math.min(
          least,
          costOf(
            grid,
            Array.from({ length: 12 }, (_, p) => (bits >> p) & 1),
          ),
        )
      }
      expect(costOf(grid, solve(grid))).toBe(least)
    }
  })

  test("no single pixel can change sides for the better on a larger grid", () => {
    const grid = buildGrid(40, 30, 99)
    const side = solve(grid)
    const cost = costOf(grid, side)
    for (let p = 0; p < side.length; p += 7) {
      const other = Uint8Array.from(side)
      other[p] = 1 - (side[p] ?? 0)
      expect(costOf(grid, other)).toBeGreaterThanOrEqual(cost)
    }
  })

  test("cuts the same, to the pixel, when it begins with the flow of other cuts", () => {
    const grid = buildGrid(40, 30, 5)
    const used = open(grid)
    for (let start = 1; start <= 6; start++) {
      const { terminals } = buildGrid(40, 30, start * 104_729)
      const other = { ...grid, terminals: terminals.map((value) => (start % 2 === 0 ? value : 4 * value - 10)) }
      expect(solve(other, used)).toEqual(solve(other))
    }
  })

  test("cuts a bottleneck instead of many strong links", () => {
    const grid: Grid = {
      width: 5,
      height: 1,
      terminals: [100, 0, 0, 0, -100],
      links: [9, 8, 1, 7].map((cost, p) => ({ p, d: 4, cost })),
    }
    expect([...solve(grid)]).toEqual([1, 1, 1, 0, 0])
  })
})
