import type { Reading } from "#imaging/render/language/reading.ts"
import type { LightName } from "./lights.ts"

/** How one picture of an order differs from the others, where the prompt leaves it open. */
export interface Take {
  /** Turn of the camera around the product, radians. */
  turn: number
  /** How much higher the camera stands, radians. */
  raised: number
  /** Size of the product in the frame, times the usual one. */
  fill: number
  light: LightName | null
}

const first: Take = { turn: 0, raised: 0, fill: 1, light: null }

/** The pictures of one order, at most four. The first is the one a single picture gets. */
const takes: readonly Take[] = [
  first,
  { turn: 0.44, raised: 0.14, fill: 1.1, light: "golden" },
  { turn: -0.5, raised: -0.05, fill: 0.78, light: "daylight" },
  { turn: 0.16, raised: 0.36, fill: 0.96, light: "dramatic" },
]

/** Light of the take where the place has its own: dramatic light belongs to a studio. */
const outside: readonly (LightName | null)[] = [null, "golden", "daylight", "soft"]

/** The take number `index` of a prompt's pictures: what the prompt names stays in all of them. */
export function takeOf(reading: Reading, usual: LightName | undefined, index: number): Take {
  const take = takes[index % takes.length] ?? first
  const isFree = reading.light === null && reading.mood === null && usual !== "street"
  const light = usual ? (outside[index % outside.length] ?? null) : take.light
  const camera = reading.view === null ? take : first
  return { turn: camera.turn, raised: camera.raised, fill: camera.fill, light: isFree ? light : null }
}
