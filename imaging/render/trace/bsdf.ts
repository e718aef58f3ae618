/** Direction or normal handed back by the samplers below; reused. */
export const sampled = { x: 0, y: 0, z: 0 }

/** Fifth power: the falloff of Schlick's mirror share. */
export const fifth = (x: number): number => x * x * x * x * x

/** Smith masking of one direction: GGX, `cosine` to the normal, squared roughness `a2` (Walter et al. 2007). */
export const maskingOf = (cosine: number, a2: number): number =>
  (2 * cosine) / (cosine + Math.sqrt(a2 + (1 - a2) * cosine * cosine))

/** Density of microfacet normals at `cosine` to the surface normal. */
export function facetDensity(cosine: number, a2: number): number {
  const t = cosine * cosine * (a2 - 1) + 1
  return a2 / (Math.PI * t * t)
}

/** Cosine-weighted direction around n. */
export function sampleCosine(nx: number, ny: number, nz: number, u1: number, u2: number): void {
  const radius = Math.sqrt(u1)
  const angle = 2 * Math.PI * u2
  toWorld(nx, ny, nz, radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - u1))
}

/** Local (x, y along the surface, z along n) to world: frame of Duff et al., JCGT 2017. */
function toWorld(nx: number, ny: number, nz: number, x: number, y: number, z: number): void {
  const sign = nz >= 0 ? 1 : -1
  const a = -1 / (sign + nz)
  const b = nx * ny * a
  sampled.x = (1 + sign * nx * nx * a) * x + b * y + nx * z
  sampled.y = sign * b * x + (sign + ny * ny * a) * y + ny * z
  sampled.z = -sign * nx * x - ny * y + nz * z
}

/**
 * Microfacet normal visible from `v` (unit, away from the surface), for roughness `a` = roughness²
 * (Heitz, "Sampling the GGX distribution of visible normals", JCGT 2018).
 */
export function sampleFacet(
  nx: number,
  ny: number,
  nz: number,
  vx: number,
  vy: number,
  vz: number,
  a: number,
  u1: number,
  u2: number,
): void {
  const sign = nz >= 0 ? 1 : -1
  const k = -1 / (sign + nz)
  const b = nx * ny * k
  const lx = (1 + sign * nx * nx * k) * vx + sign * b * vy - sign * nx * vz
  const ly = b * vx + (sign + ny * ny * k) * vy - ny * vz
  const lz = nx * vx + ny * vy + nz * vz
  let hx = a * lx
  let hy = a * ly
  let hz = Math.max(1e-4, lz)
  const size = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
  hx *= size
  hy *= size
  hz *= size
  const flat = hx * hx + hy * hy
  const inverse = flat > 1e-12 ? 1 / Math.sqrt(flat) : 0
  const t1x = flat > 1e-12 ? -hy * inverse : 1
  const t1y = flat > 1e-12 ? hx * inverse : 0
  const t2x = -hz * t1y
  const t2y = hz * t1x
  const t2z = hx * t1y - hy * t1x
  const radius = Math.sqrt(u1)
  const angle = 2 * Math.PI * u2
  const p1 = radius * Math.cos(angle)
  const s = 0.5 * (1 + hz)
  const p2 = (1 - s) * Math.sqrt(Math.max(0, 1 - p1 * p1)) + s * radius * Math.sin(angle)
  const p3 = Math.sqrt(Math.max(0, 1 - p1 * p1 - p2 * p2))
  const mx = a * (p1 * t1x + p2 * t2x + p3 * hx)
  const my = a * (p1 * t1y + p2 * t2y + p3 * hy)
  const mz = Math.max(1e-6, p2 * t2z + p3 * hz)
  const unit = 1 / Math.sqrt(mx * mx + my * my + mz * mz)
  toWorld(nx, ny, nz, mx * unit, my * unit, mz * unit)
}

/** Share of light that a smooth boundary mirrors; `eta` is outer over inner index, `cosine` of the incoming side. */
export function mirrorShare(cosine: number, eta: number): number {
  const squared = 1 - eta * eta * (1 - cosine * cosine)
  if (squared <= 0) return 1
  const inner = Math.sqrt(squared)
  const s = (eta * cosine - inner) / (eta * cosine + inner)
  const p = (cosine - eta * inner) / (cosine + eta * inner)
  return (s * s + p * p) / 2
}
