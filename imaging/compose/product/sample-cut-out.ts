import type { Picture } from "#imaging/pixels/picture.ts"

/** A picture that is solid wherever `isInside` says so; for tests. */
export function drawCutOut(
  width: number,
  height: number,
  colour: readonly [number, number, number],
  isInside: (x: number, y: number) => boolean,
): Picture {
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    if (isInside((i % width) + 0.5, Math.floor(i / width) + 0.5)) data.set([...colour, 255], i * 4)
  }
  return { width, height, channels: 4, data }
}

/** A tin of 120 by 200 pixels seen from above: its base is an oval whose half height is `sag`; for tests. */
export function drawTin(sag: number): Picture {
  return drawCutOut(200, 300, [180, 60, 40], (x, y) => {
    const across = (x - 100) / 60
    if (Math.abs(across) > 1 || y < 40) return false
    return y < 240 + sag * Math.sqrt(1 - across * across)
  })
}
