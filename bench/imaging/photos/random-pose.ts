import type { Shot } from "./camera.ts"
import { chanceOf } from "./chance.ts"
import { randomGround } from "./random-ground.ts"
import { randomProduct } from "./random-product.ts"
import type { Rgb } from "./shapes.ts"

/** A product nobody has seen on a ground nobody has seen, from anywhere, in any light. */
export function randomPose(random: () => number): { name: string; pose: Omit<Shot, "side" | "random"> } {
  const chance = chanceOf(random)
  const ground = randomGround(random)
  const pose = {
    parts: randomProduct(random, ground.mean),
    ground,
    yaw: chance.between(-0.6, 0.6),
    pitch: chance.is(0.15) ? chance.between(0.6, 1.35) : chance.between(0.05, 0.6),
    fill: chance.between(0.42, 0.8),
    lamp: chance.between(0.2, 2.6),
    lampAt: [chance.between(-4, 3), chance.between(2.6, 5), chance.between(-0.5, 3.5)] as Rgb,
    vignette: chance.is(0.4) ? chance.between(0, 0.4) : 0,
  }
  return { name: ground.isPlain ? "random-plain" : "random-textured", pose }
}
