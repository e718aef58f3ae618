import { type Grading, type Look, plainGrading } from "#imaging/render/scene/scene.ts"
import type { Lighting } from "./lights.ts"

/** How a picture is to look, as the image engine's port names it. */
export type Style =
  | "plain"
  | "realism"
  | "ultra"
  | "half-illustration"
  | "ghibsky"
  | "cinestill"
  | "video-game"
  | "embedded-text"

/** The renderer's look for a style; styles that are photographs differ in grading only. */
export function lookFor(style: Style): Look {
  if (style === "ghibsky") return "watercolour"
  if (style === "half-illustration" || style === "cinestill" || style === "video-game") return style
  return "photo"
}

/** Tone and grain for a style under a light. */
export function gradingFor(style: Style, lighting: Lighting): Grading {
  const base = { ...plainGrading, exposure: lighting.exposure, contrast: 0.13 }
  if (style === "realism") return { ...base, grain: 0.02, vignette: 0.2, contrast: 0.1, saturation: 0.97 }
  if (style === "ultra") return { ...base, contrast: 0.16, saturation: 1.06, bloom: 0.07, grain: 0.006 }
  if (style === "cinestill") return { ...base, bloom: 0.16, grain: 0.03, vignette: 0.24 }
  if (style === "embedded-text") return { ...base, bloom: 0.1 }
  return base
}
