import type { Picture } from "#web/ui/media/image.tsx"

/** A picture with an identity, as the grid and the carousel want it. */
export interface DemoPicture extends Picture {
  id: string
}

const shapes: readonly [width: number, height: number][] = [
  [400, 400],
  [400, 500],
  [400, 600],
  [600, 400],
  [400, 533],
  [640, 360],
]

/** Drawn in the browser: the page of parts needs many pictures and no files. */
export function drawDemoPictures(count: number): DemoPicture[] {
  return Array.from({ length: count }, (_, index) => {
    const [width, height] = shapes[(index * 7) % shapes.length] ?? [400, 400]
    const hue = [277, 70, 30, 150, 85][index % 5]
    const light = 40 + ((index * 13) % 4) * 10
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="oklch(${light}% 0.07 ${hue})"/>` +
      `<circle cx="50%" cy="54%" r="26%" fill="oklch(${light + 22}% 0.09 ${hue})"/></svg>`
    return { id: `${index}`, width, height, src: `data:image/svg+xml,${encodeURIComponent(svg)}` }
  })
}
