import type { Material, Surface } from "#imaging/render/scene/scene.ts"

/** Fills `surface` with a material at a world position; the texture has the last word. */
export type SurfaceReader = (
  surface: Surface,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
) => void

export const blankSurface = (): Surface => ({
  color: [0, 0, 0],
  roughness: 0,
  metalness: 0,
  specular: 0,
  bump: [0, 0, 0],
  emission: [0, 0, 0],
})

const black = [0, 0, 0] as const

/** Works out once what is the same for every hit of a material. */
export function surfaceReader(material: Material): SurfaceReader {
  const { color, roughness, metalness = 0, specular = 0.04, emission = black, texture, frame } = material
  const fill = (surface: Surface): void => {
    surface.color[0] = color[0]
    surface.color[1] = color[1]
    surface.color[2] = color[2]
    surface.roughness = roughness
    surface.metalness = metalness
    surface.specular = specular
    surface.bump[0] = surface.bump[1] = surface.bump[2] = 0
    surface.emission[0] = emission[0]
    surface.emission[1] = emission[1]
    surface.emission[2] = emission[2]
  }
  if (!texture) return fill
  if (!frame) {
    return (surface, x, y, z, nx, ny, nz) => {
      fill(surface)
      texture(surface, x, y, z, nx, ny, nz)
    }
  }
  const [ox, oy, oz] = frame.origin
  const c = Math.cos(frame.yaw)
  const s = Math.sin(frame.yaw)
  return (surface, x, y, z, nx, ny, nz) => {
    fill(surface)
    const px = x - ox
    const pz = z - oz
    texture(surface, px * c - pz * s, y - oy, pz * c + px * s, nx * c - nz * s, ny, nz * c + nx * s)
    const bx = surface.bump[0]
    const bz = surface.bump[2]
    surface.bump[0] = bx * c + bz * s
    surface.bump[2] = bz * c - bx * s
  }
}
