import type { Cover } from "#imaging/cutout/matting/cut-along.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

const side = 256
const radius = 70

/** Whether a place of the picture, in shares of its side, lies in the disc; null near its edge. */
function isInDisc(x: number, y: number): boolean | null {
  const distance = Math.hypot(x - 0.5, y - 0.5) - radius / side
  return Math.abs(distance) < 0.03 ? null : distance < 0
}

/** A red disc on white: whatever is good for cut-outs finds it. */
export const pictureToTry: Picture = {
  width: side,
  height: side,
  channels: 3,
  data: Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const p = Math.floor(i / 3)
    const isInside = isInDisc(((p % side) + 0.5) / side, (Math.floor(p / side) + 0.5) / side)
    return isInside === false || i % 3 === 0 ? 225 : 35
  }),
}

/** Whether the answer has the disc apart from its ground. */
export function tellsItApart({ width, height, data }: Cover): boolean {
  const sums = { inside: 0, insideCount: 0, outside: 0, outsideCount: 0 }
  for (const [p, value] of data.entries()) {
    const isInside = isInDisc(((p % width) + 0.5) / width, (Math.floor(p / width) + 0.5) / height)
    if (isInside === true) {
      sums.inside += value / 255
      sums.insideCount++
    } else if (isInside === false) {
      sums.outside += value / 255
      sums.outsideCount++
    }
  }
  return sums.inside / sums.insideCount > 0.8 && sums.outside / sums.outsideCount < 0.2
}
