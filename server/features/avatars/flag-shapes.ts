import { flagData } from "./flag-data.ts"
import { type Contour, ellipse } from "./outline.ts"
import type { Shape } from "./paint.ts"

/** The field every flag is drawn on (flag-data.ts). */
export const flagField = { width: 300, height: 200 } as const

type Point = readonly [x: number, y: number]

/** What one command of flag-data.ts draws; the comments give what follows its letter. */
const commands: Readonly<Record<string, (words: readonly string[]) => Shape[]>> = {
  /** colour: the whole field */
  bg: ([colour = ""]) => [{ colour, contours: [box(0, 0, flagField.width, flagField.height)] }],
  /** colour*share …: stripes from top to bottom */
  h: (words) => stripes(words, (from, length) => box(0, from * 200, 300, length * 200)),
  /** colour*share …: stripes from left to right */
  v: (words) => stripes(words, (from, length) => box(from * 300, 0, length * 300, 200)),
  /** x y width height colour */
  r: ([x, y, width, height, colour = ""]) => [{ colour, contours: [box(num(x), num(y), num(width), num(height))] }],
  /** x y radius colour */
  d: ([x, y, radius, colour = ""]) => [{ colour, contours: [ellipse(num(x), num(y), num(radius), num(radius))] }],
  /** x y radiusX radiusY colour */
  i: ([x, y, rx, ry, colour = ""]) => [{ colour, contours: [ellipse(num(x), num(y), num(rx), num(ry))] }],
  /** x y radius width colour: a ring */
  o: ([x, y, radius, width, colour = ""]) => {
    const inner = num(radius) - num(width)
    const hole = reversed(ellipse(num(x), num(y), inner, inner))
    return [{ colour, contours: [ellipse(num(x), num(y), num(radius), num(radius)), hole] }]
  },
  /** x y radius from to colour: a sector, in degrees clockwise from the right */
  a: ([x, y, radius, from, to, colour = ""]) => [
    { colour, contours: [arc([num(x), num(y)], num(radius), num(from), num(to)).flat()] },
  ],
  /** x y radius colour [turn] [points]: a star */
  s: ([x, y, radius, colour = "", turn, points]) => [
    { colour, contours: [star(num(x), num(y), num(radius), num(turn ?? "0"), num(points ?? "5"))] },
  ],
  /** colour radius x,y … [turn points]: stars */
  ss: ([colour = "", radius, ...rest]) => {
    const places = rest.filter((word) => word.includes(",")).map(point)
    const [turn = 0, points = 5] = rest.filter((word) => !word.includes(",")).map(num)
    return [{ colour, contours: places.map(([x, y]) => star(x, y, num(radius), turn, points)) }]
  },
  /** count x y radius size colour: stars in a ring */
  g: ([count, x, y, radius, size, colour = ""]) => {
    const places = around(num(count), num(radius), num(x), num(y))
    return [{ colour, contours: places.map(([starX, starY]) => star(starX, starY, num(size), 0, 5)) }]
  },
  /** colour radius x y stepX stepY columns rows: stars in rows */
  G: ([colour = "", radius, x, y, stepX, stepY, columns, rows]) => {
    const cells = grid(num(columns), num(rows))
    const place = ([column, row]: Point): Contour =>
      star(num(x) + column * num(stepX), num(y) + row * num(stepY), num(radius), 0, 5)
    return [{ colour, contours: cells.map(place) }]
  },
  /** x y cell columns rows colour other: a chequered box */
  q: ([x, y, cell, columns, rows, colour = "", other = ""]) => {
    const size = num(cell)
    const cells = grid(num(columns), num(rows)).filter(([column, row]) => (column + row) % 2 === 0)
    return [
      { colour: other, contours: [box(num(x), num(y), num(columns) * size, num(rows) * size)] },
      { colour, contours: cells.map(([column, row]) => box(num(x) + column * size, num(y) + row * size, size, size)) },
    ]
  },
  /** colour x,y …: any shape of straight lines */
  p: ([colour = "", ...points]) => [{ colour, contours: [points.flatMap(point)] }],
  /** colour depth: a triangle at the hoist */
  t: ([colour = "", depth]) => [{ colour, contours: [[0, 0, num(depth), 100, 0, 200]] }],
  /** colour width: a cross through the middle */
  x: ([colour = "", width]) => cross(colour, num(width), 150),
  /** colour width: a cross of the north */
  n: ([colour = "", width]) => cross(colour, num(width), 108),
  /** x y radius colour: a small cross */
  c: ([x, y, radius, colour = ""]) => {
    const arm = num(radius) * 0.36
    const length = num(radius)
    const [left, top] = [num(x), num(y)]
    return [
      {
        colour,
        contours: [
          box(left - length, top - arm, length * 2, arm * 2),
          box(left - arm, top - length, arm * 2, length * 2),
        ],
      },
    ]
  },
  /** colour width: a diagonal cross */
  k: ([colour = "", width]) => [
    { colour, contours: [band([0, 0], [300, 200], num(width)), band([0, 200], [300, 0], num(width))] },
  ],
  /** colour width x y x y: a band from one place to another */
  l: ([colour = "", width, x1, y1, x2, y2]) => [
    { colour, contours: [band([num(x1), num(y1)], [num(x2), num(y2)], num(width))] },
  ],
  /** x y radius colour [turn]: a crescent, open to the right */
  m: ([x, y, radius, colour = "", turn]) => [
    { colour, contours: [crescent(num(x), num(y), num(radius), num(turn ?? "0"))] },
  ],
  /** x y radius colour: a shield in the place of arms */
  e: ([x, y, radius, colour = ""]) => [
    { colour, contours: [shield(num(x), num(y), num(radius))] },
    { colour: lighter(colour), contours: [shield(num(x), num(y), num(radius) * 0.6)] },
  ],
  /** x y width height: the union flag */
  uj: ([x, y, width, height]) => unionFlag(num(x), num(y), num(width), num(height)),
}

/** @returns the shapes of a country's flag, null for an unknown code */
export function findFlag(code: string): Shape[] | null {
  const data = Object.hasOwn(flagData, code) ? flagData[code] : undefined
  return data === undefined ? null : flagShapes(data)
}

/** @throws Error naming a command that is none */
function flagShapes(data: string): Shape[] {
  return data.split("; ").flatMap((part) => {
    const [letter = "", ...words] = part.split(" ")
    const draw = Object.hasOwn(commands, letter) ? commands[letter] : undefined
    if (!draw) throw new Error(`"${letter}" is no command of flags.`)
    return draw(words)
  })
}

function num(word: string | undefined): number {
  return Number(word)
}

function point(word: string): Point {
  const [x, y] = word.split(",").map(Number)
  return [x ?? 0, y ?? 0]
}

function box(x: number, y: number, width: number, height: number): Contour {
  return [x, y, x + width, y, x + width, y + height, x, y + height]
}

function stripes(words: readonly string[], place: (from: number, length: number) => Contour): Shape[] {
  const parts = words.map((word) => ({ colour: word.split("*")[0] ?? "", share: Number(word.split("*")[1] ?? 1) }))
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  let from = 0
  return parts.map(({ colour, share }) => {
    const start = from
    from += share / total
    return { colour, contours: [place(start, share / total)] }
  })
}

function reversed(contour: Contour): Contour {
  return Array.from({ length: contour.length / 2 }, (_, at) =>
    contour.slice(contour.length - 2 * at - 2).slice(0, 2),
  ).flat()
}

function arc([x, y]: Point, radius: number, from: number, to: number): Point[] {
  const steps = 64
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function around(count: number, radius: number, x: number, y: number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function grid(columns: number, rows: number): Point[] {
  return Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)])
}

/** The inner corners of a five-pointed star whose edges run on; those of many points are blunter. */
function star(x: number, y: number, radius: number, turn: number, points: number): Contour {
  const inner = radius * (points <= 5 ? 0.382 : points <= 8 ? 0.5 : 0.62)
  return Array.from({ length: points * 2 }, (_, at) => {
    const angle = (at / (points * 2)) * 2 * Math.PI - Math.PI / 2 + (turn * Math.PI) / 180
    const length = at % 2 === 0 ? radius : inner
    return [x + length * Math.cos(angle), y + length * Math.sin(angle)]
  }).flat()
}

function cross(colour: string, width: number, middle: number): Shape[] {
  return [{ colour, contours: [box(middle - width / 2, 0, width, 200), box(0, 100 - width / 2, 300, width)] }]
}

/** Runs on a little beyond both ends, so that it reaches into corners. */
function band([x1, y1]: Point, [x2, y2]: Point, width: number): Contour {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const isFromEdge = x1 <= 0
  const over = isFromEdge ? width : 0
  const [ax, ay, bx, by] = [x1 - dx * over, y1 - dy * over, x2 + dx * over, y2 + dy * over]
  const [sideX, sideY] = [(-dy * width) / 2, (dx * width) / 2]
  return [ax + sideX, ay + sideY, bx + sideX, by + sideY, bx - sideX, by - sideY, ax - sideX, ay - sideY]
}

/** The part of a disc that a smaller one, moved to the right, leaves over. */
function crescent(x: number, y: number, radius: number, turn: number): Contour {
  const inner = radius * 0.8
  const shift = radius * 0.3
  const tipX = (radius ** 2 - inner ** 2 + shift ** 2) / (2 * shift)
  const tipY = Math.sqrt(radius ** 2 - tipX ** 2)
  const outerAngle = (Math.atan2(tipY, tipX) * 180) / Math.PI
  const innerAngle = (Math.atan2(tipY, tipX - shift) * 180) / Math.PI
  const line = [
    ...arc([0, 0], radius, outerAngle, 360 - outerAngle),
    ...arc([shift, 0], inner, 360 - innerAngle, innerAngle),
  ]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return line.flatMap(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos])
}

function shield(x: number, y: number, radius: number): Contour {
  const foot = arc([x, y], radius * 0.78, 0, 180).map(([px, py]): Point => [px, y + (py - y) * 1.28])
  return [x - radius * 0.78, y - radius, x + radius * 0.78, y - radius, ...foot.flat()]
}

function lighter(colour: string): string {
  const full = colour.length === 3 ? [...colour].map((digit) => digit + digit).join("") : colour
  const channels = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
  const isLight = channels.every((value) => value > 200)
  const mixed = channels.map((value) => Math.round(isLight ? value * 0.72 : value + (255 - value) * 0.6))
  return mixed.map((value) => value.toString(16).padStart(2, "0")).join("")
}

/** Drawn in 60 by 40 and put where it is wanted; the red diagonals are kept in the middle of the white ones. */
function unionFlag(x: number, y: number, width: number, height: number): Shape[] {
  const place = (points: readonly number[]): Contour =>
    points.map((value, at) => (at % 2 === 0 ? x + (value / 60) * width : y + (value / 40) * height))
  const diagonal = (half: number): Contour[] => [
    place([0, 0, half, 0, 60, 40 - half, 60, 40, 60 - half, 40, 0, half]),
    place([60, 0, 60, half, half, 40, 0, 40, 0, 40 - half, 60 - half, 0]),
  ]
  const upright = (half: number): Contour[] => [
    place([30 - half, 0, 30 + half, 0, 30 + half, 40, 30 - half, 40]),
    place([0, 20 - half, 60, 20 - half, 60, 20 + half, 0, 20 + half]),
  ]
  return [
    { colour: "012169", contours: [box(x, y, width, height)] },
    { colour: "fff", contours: diagonal(5) },
    { colour: "c8102e", contours: diagonal(1.9) },
    { colour: "fff", contours: upright(6.5) },
    { colour: "c8102e", contours: upright(4) },
  ]
}
