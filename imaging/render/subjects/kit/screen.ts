import { mix } from "#imaging/render/language/colours.ts"
import type { Texture } from "#imaging/render/scene/scene.ts"
import { fitText, type Print, print } from "#imaging/render/text/print.ts"
import type { Kit } from "./kit.ts"

/** What a screen shows: a soft gradient in the palette and the prompt's text, if any. */
export function screenTexture(
  kit: Kit,
  place: (x: number, y: number, z: number) => [number, number],
  aspect: number,
): Texture {
  const text = kit.text()
  const art: Print | null = text
    ? print(aspect, fitText(text, "display", { width: aspect * 0.82, low: 0.3, high: 0.72 }, { lines: 3, size: 0.3 }))
    : null
  const a = mix(kit.palette.product, [0.9, 0.5, 0.4], 0.3)
  const b = mix(kit.palette.deep, [0.16, 0.2, 0.6], 0.45)
  return (s, x, y, z) => {
    const [u, v] = place(x, y, z)
    const wave = Math.sin(u * 4 + v * 3 + Math.sin(v * 5) * 0.6) * 0.5 + 0.5
    const ink = art ? art.at(u, v) : 0
    for (let i = 0; i < 3; i += 1) {
      const back = ((a[i] ?? 0) * wave + (b[i] ?? 0) * (1 - wave)) * (0.55 + 0.5 * v)
      s.emission[i] = back * 1.7 + (1.3 - back * 1.7) * ink
    }
  }
}
