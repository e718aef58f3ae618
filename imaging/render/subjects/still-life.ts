import type { Rgb } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { intersect } from "#imaging/render/sdf/combine.ts"
import { rotateX, translate } from "#imaging/render/sdf/shape.ts"
import { box, cone, cylinder, sphere, torus } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import type { Palette } from "#imaging/render/settings/palette.ts"
import { plasterTexture } from "#imaging/render/settings/textures.ts"
import { type Model, solid } from "./kit/kit.ts"

/** Plaster forms with one golden ball: shown when a prompt names nothing we know and has no letter we can set. */
export function stillLife(palette: Palette, random: () => number): Model {
  const plaster = (color: Rgb): SceneObject["material"] => ({
    color,
    roughness: 0.65,
    specular: 0.03,
    texture: plasterTexture,
  })
  const arch = intersect(rotateX(torus(0.62, 0.2), Math.PI / 2), translate(box([2, 1, 1]), [0, 1, 0]))
  const side = random() < 0.5 ? -1 : 1
  return {
    pieces: [
      solid(translate(arch, [side * 0.15, 0, -0.35]), plaster(palette.deep)),
      solid(translate(sphere(0.36), [side * 0.15, 0.36, 0.02]), finish("gold", [1, 0.7, 0.3])),
      solid(translate(cylinder(0.3, 0.62, 0.03), [side * -0.85, 0.62, -0.25]), plaster(palette.stand)),
      solid(translate(sphere(0.24), [side * -0.85, 1.48, -0.25]), plaster(palette.product)),
      solid(translate(cone(0.42, 0.36, 0.02, 0.01), [side * 0.95, 0.42, 0.15]), plaster(palette.pale)),
    ],
    yaw: 0,
    sway: 0.1,
    elevation: 0.16,
  }
}
