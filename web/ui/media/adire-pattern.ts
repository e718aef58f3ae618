/** One drawn cell of cloth: strokes and filled dots as SVG path data, inside a square of `cellPx`. */
export interface AdireCell {
  strokes: string
  dots: string
  /** The one cell in the warm dye. */
  isWarm: boolean
}

/** Side of a cell in the units of the drawing. */
export const cellPx = 96

type Random = () => number
type Motif = (random: Random) => { strokes?: string; dots?: string }

/** A small repeatable generator (mulberry32): the same seed draws the same cloth everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const middle = cellPx / 2

function point(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "")
}

function circle(x: number, y: number, radius: number): string {
  const r = point(radius)
  return `M${point(x - radius)} ${point(y)}a${r} ${r} 0 1 0 ${point(radius * 2)} 0a${r} ${r} 0 1 0 ${point(-radius * 2)} 0`
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `M${point(x1)} ${point(y1)}L${point(x2)} ${point(y2)}`
}

/** Rings round a dot: cloth tied round a stone. */
const rings: Motif = (random) => {
  const count = 3 + Math.floor(random() * 2)
  const radii = Array.from({ length: count }, (_, ring) => 12 + (ring * 26) / (count - 1))
  return { strokes: radii.map((radius) => circle(middle, middle, radius)).join(""), dots: circle(middle, middle, 4) }
}

/** A ring of dots round a ring: seeds tied into the cloth. */
const seeds: Motif = () => {
  const around = (count: number, radius: number, size: number): string =>
    Array.from({ length: count }, (_, step) => {
      const angle = (step / count) * 2 * Math.PI
      return circle(middle + radius * Math.cos(angle), middle + radius * Math.sin(angle), size)
    }).join("")
  return {
    strokes: circle(middle, middle, 13),
    dots: around(16, 36, 2.4) + around(10, 24, 2) + circle(middle, middle, 4),
  }
}

/** A grid of dots. */
const grid: Motif = () => {
  const places = [12, 30, 48, 66, 84]
  return { dots: places.flatMap((x) => places.map((y) => circle(x, y, (x + y) % 36 === 24 ? 3.4 : 2))).join("") }
}

/** Waves drawn with a comb through the paste. */
const comb: Motif = (random) => {
  const isUpright = random() < 0.5
  const wave = (offset: number): string =>
    isUpright ? `M${offset} 8q10 10 0 20t0 20t0 20t0 20` : `M8 ${offset}q10 10 20 0t20 0t20 0t20 0`
  return { strokes: [16, 32, 48, 64, 80].map(wave).join("") }
}

/** A leaf with its veins. */
const leaf: Motif = (random) => {
  const turn = random() < 0.5
  const veins = [30, 42, 54, 66].map(
    (y) => `M${middle} ${y + 8}L${middle - 13} ${y - 2}M${middle} ${y + 8}L${middle + 13} ${y - 2}`,
  )
  const upright = `M${middle} 88V14M${middle} 10C78 30 78 62 ${middle} 84C18 62 18 30 ${middle} 10${veins.join("")}`
  return turn
    ? { strokes: `${circle(18, 18, 5)}${circle(78, 78, 5)}${upright}` }
    : { strokes: upright, dots: circle(16, 80, 3) + circle(80, 80, 3) + circle(16, 16, 3) + circle(80, 16, 3) }
}

/** A bird in four strokes. */
const bird: Motif = (random) => {
  const faces = random() < 0.5 ? (x: number) => x : (x: number) => cellPx - x
  const at = (x: number, y: number): string => `${point(faces(x))} ${y}`
  return {
    strokes:
      `M${at(14, 60)}C${at(30, 78)} ${at(56, 76)} ${at(66, 54)}C${at(70, 44)} ${at(66, 30)} ${at(74, 26)}` +
      `M${at(14, 60)}C${at(34, 60)} ${at(44, 46)} ${at(50, 34)}C${at(56, 22)} ${at(70, 16)} ${at(76, 26)}L${at(86, 30)}L${at(74, 33)}` +
      `M${at(32, 62)}C${at(42, 62)} ${at(50, 54)} ${at(54, 46)}M${at(42, 72)}L${at(38, 86)}M${at(52, 70)}L${at(50, 86)}`,
    dots: circle(faces(69), 25, 2.2) + circle(faces(20), 24, 3) + circle(faces(32), 16, 2) + circle(faces(22), 40, 2),
  }
}

/** Rays from the middle: the sun on the cloth. */
const sun: Motif = () => {
  const rays = Array.from({ length: 16 }, (_, step) => {
    const angle = (step / 16) * 2 * Math.PI
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    const reach = step % 2 === 0 ? 40 : 32
    return line(middle + 20 * x, middle + 20 * y, middle + reach * x, middle + reach * y)
  })
  return { strokes: circle(middle, middle, 14) + rays.join(""), dots: circle(middle, middle, 5) }
}

/** Squares in squares, as on woven borders. */
const squares: Motif = () => ({
  strokes: [10, 22, 34]
    .map((inset) => `M${inset} ${middle}L${middle} ${inset}L${cellPx - inset} ${middle}L${middle} ${cellPx - inset}Z`)
    .join(""),
  dots: circle(middle, middle, 4) + circle(14, 14, 3) + circle(82, 14, 3) + circle(14, 82, 3) + circle(82, 82, 3),
})

const motifs: readonly Motif[] = [rings, grid, leaf, comb, seeds, bird, squares, sun]

/**
 * Draws a cloth of `columns` × `rows` cells from a seed. Neighbours never repeat a motif, and exactly one cell is warm.
 */
export function drawAdire(seed: number, columns: number, rows: number): AdireCell[] {
  const random = createRandom(seed)
  const chosen: number[] = []
  const warm = Math.floor(random() * columns * rows)
  return Array.from({ length: columns * rows }, (_, cell) => {
    const left = cell % columns === 0 ? -1 : chosen[cell - 1]
    const above = chosen[cell - columns]
    const free = motifs.map((_, index) => index).filter((index) => index !== left && index !== above)
    const pick = free[Math.floor(random() * free.length)] ?? 0
    chosen.push(pick)
    const { strokes = "", dots = "" } = motifs[pick]?.(random) ?? {}
    return { strokes, dots, isWarm: cell === warm }
  })
}
