import type { Scene } from "#imaging/render/scene.ts"
import type { Film } from "#imaging/render/trace/film.ts"
import type { Phase } from "./phases.ts"

/** Steps that turn the graded picture (planes red, green, blue) into the scene's look. */
export function paintPhases(_scene: Scene, _film: Film): Phase[] {
  return []
}
