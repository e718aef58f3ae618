import type { Scene } from "#imaging/render/scene/scene.ts"
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import { pixelateRows, televisionRows } from "./console.ts"
import { tearRows, watercolourRows } from "./illustrate.ts"
import { type ColorPlanes, paintRows } from "./kuwahara.ts"
import { overRows, type Phase } from "./phase.ts"

const graded: ColorPlanes = ["red", "green", "blue"]
const work: ColorPlanes = ["workRed", "workGreen", "workBlue"]
const next: ColorPlanes = ["nextRed", "nextGreen", "nextBlue"]

/** Broad strokes, then finer ones, then paper: from the graded planes into the next planes. */
function watercolour(scene: Scene, film: Film): Phase[] {
  const broad = Math.max(3, Math.round(Math.max(film.width, film.height) / 120))
  const fine = Math.max(2, Math.round(broad * 0.55))
  return [
    overRows(film, "paint", 0.6, (from, to) => paintRows(film, from, to, graded, next, broad)),
    overRows(film, "paint", 0.6, (from, to) => paintRows(film, from, to, next, work, fine)),
    overRows(film, "paper", 0.6, (from, to) => watercolourRows(film, from, to, work, next, scene.seed)),
  ]
}

function takeRows(film: Film, from: number, to: number): void {
  const begin = planeIndex(film, 0, from)
  const end = planeIndex(film, 0, to)
  graded.forEach((name, c) => {
    const source = next[c]
    if (source) film.planes[name].set(film.planes[source].subarray(begin, end), begin)
  })
}

/** Steps that turn the graded picture (planes red, green, blue) into the scene's look, in the same planes. */
export function paintPhases(scene: Scene, film: Film): Phase[] {
  switch (scene.look) {
    case "photo":
    case "cinestill":
      return []
    case "watercolour":
      return [...watercolour(scene, film), overRows(film, "take", 0.05, (from, to) => takeRows(film, from, to))]
    case "half-illustration":
      return [
        ...watercolour(scene, film),
        overRows(film, "tear", 0.2, (from, to) => tearRows(film, from, to, next, graded, graded, scene.seed)),
      ]
    case "video-game":
      return [
        overRows(film, "pixelate", 0.2, (from, to) => pixelateRows(film, from, to, graded, work)),
        overRows(film, "television", 0.2, (from, to) => televisionRows(film, from, to, work, graded)),
      ]
  }
}
