import type { Scene } from "#imaging/render/scene/scene.ts"
import { clearPlane, type Film, planeCount } from "#imaging/render/trace/film.ts"
import { createDenoiser, denoiseLevels } from "./denoise.ts"
import { gradeRows, outputRows } from "./grade.ts"
import { lazily } from "./lazily.ts"
import { measure } from "./measure.ts"
import { mapNoise } from "./noise-map.ts"
import { paintPhases } from "./paint.ts"
import { overRows, type Phase } from "./phase.ts"
import { averageRows, fenceMargins, separateRows, unaverageRows } from "./resolve.ts"
import { type Effort, samplingPhases } from "./sampling.ts"

const once = (name: string, weight: number, run: () => void): Phase => ({
  name,
  weight,
  isOptional: false,
  parts: () => 1,
  run,
})

/** Where a film's figures keep whether there is time to look for noise. */
const timeFigure = 1

/** A step that is left out as a whole when there was no time at its beginning. */
const ifTime = (film: Film, phase: Phase): Phase => ({
  ...phase,
  parts: () => (film.figures[timeFigure] === 1 ? phase.parts() : 0),
})

/** All steps from an empty film to its output. */
export function phasesOf(scene: Scene, film: Film, effort: Effort): Phase[] {
  const denoiser = lazily(() => createDenoiser(film))
  const levels = Array.from({ length: denoiseLevels }, (_, level) =>
    overRows(film, "denoise", 0.15, (from, to) => {
      for (let y = from; y < to; y++) denoiser()(level, y)
    }),
  )
  const smooth = [
    overRows(film, "average", 0.1, (from, to) => averageRows(film, from, to)),
    overRows(film, "separate", 0.2, (from, to) => separateRows(film, from, to)),
    ...levels,
  ]
  const { everywhere, extra } = samplingPhases(scene, film, effort)
  // Half of this would leave means among sums, so it is decided once, by a step that is left out when time is up.
  const decide = once("decide", 0, () => film.figures.fill(1, timeFigure, timeFigure + 1))
  const refine = [
    { ...decide, isOptional: true },
    ...[
      ...smooth,
      once("noise map", 0.1, () => mapNoise(film)),
      overRows(film, "unaverage", 0.05, (from, to) => unaverageRows(film, from, to)),
      extra,
    ].map((phase) => ifTime(film, phase)),
  ]
  const clear: Phase = {
    name: "clear",
    weight: 0.1,
    isOptional: false,
    parts: () => planeCount,
    run: (part) => {
      clearPlane(film, part)
      if (part === 0) film.figures.fill(0)
    },
  }
  return [
    clear,
    ...everywhere,
    once("fence", 0.02, () => fenceMargins(film)),
    ...(effort.extra > 0 ? refine : []),
    ...smooth,
    once("measure", 0.2, () => measure(film, scene)),
    overRows(film, "grade", 0.4, (from, to) => gradeRows(film, scene, from, to)),
    ...paintPhases(scene, film),
    overRows(film, "output", 0.1, (from, to) => outputRows(film, from, to)),
  ]
}
