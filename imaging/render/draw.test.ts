import { describe, expect, test } from "vitest"
import { DrawCancelled, drawPhases, drawPicture, type PictureRequest, prepareScene } from "./draw.ts"
import { readLight } from "./post/measure.ts"
import { plainGrading, type Scene, type SceneObject, softbox } from "./scene/scene.ts"
import { translate } from "./sdf/shape.ts"
import { sphere } from "./sdf/solids.ts"
import { type Film, planeIndex } from "./trace/film.ts"
import { buildStillLife } from "./trace/still-life.ts"

const few = { base: 4, extra: 0 }

function draw(scene: Scene, size: number, effort = few): Film {
  const picture = prepareScene(scene, size, size, effort)
  drawPhases(picture)
  return picture.film
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((v, i) => v === b[i])

/** Mean light of a square of pixels. */
function lightAt(film: Film, x: number, y: number, half = 2): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  const light: [number, number, number] = [0, 0, 0]
  for (let j = -half; j <= half; j++) {
    for (let i = -half; i <= half; i++) {
      readLight(film, planeIndex(film, x + i, y + j), light)
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (light[c] ?? 0) / (2 * half + 1) ** 2
    }
  }
  return sum
}

/** One ball in an evenly white world: whatever it is made of, it may not add or lose light. */
function whiteWorld(material: SceneObject["material"]): Scene {
  return {
    objects: [{ geometry: { kind: "field", shape: sphere(1) }, material }],
    subject: [0],
    backdrop: (_x, _y, _z, out) => out.fill(1),
    environment: (_x, _y, _z, out) => out.fill(1),
    lights: [],
    camera: { position: [0, 0, 6], target: [0, 0, 0], fov: 30, aperture: 0, focus: 6 },
    grading: { ...plainGrading, exposure: 1 },
    look: "photo",
    seed: 3,
  }
}

describe("the path tracer", () => {
  test.each<[string, SceneObject["material"], number, number]>([
    ["white chalk", { color: [1, 1, 1], roughness: 1, specular: 0 }, 0.95, 1.01],
    ["a perfect mirror", { color: [1, 1, 1], roughness: 0, metalness: 1 }, 0.97, 1.01],
    ["clear glass", { color: [1, 1, 1], roughness: 0, glass: { ior: 1.5, absorption: [0, 0, 0] } }, 0.93, 1.01],
    ["white paint", { color: [1, 1, 1], roughness: 0.1, specular: 0.05 }, 0.95, 1.01],
    ["half grey chalk", { color: [0.5, 0.5, 0.5], roughness: 1, specular: 0 }, 0.48, 0.52],
  ])("keeps the energy of light that falls on %s", (_, material, low, high) => {
    const film = draw(whiteWorld(material), 48, { base: 16, extra: 0 })
    const [red] = lightAt(film, 24, 24, 5)
    expect(red).toBeGreaterThan(low)
    expect(red).toBeLessThan(high)
  })

  test("absorbs light by the depth of coloured glass", () => {
    const tinted = { color: [1, 1, 1] as const, roughness: 0, glass: { ior: 1.0005, absorption: [0.5, 1, 0] as const } }
    const [red, green, blue] = lightAt(draw(whiteWorld(tinted), 48, { base: 8, extra: 0 }), 24, 24, 1)
    expect(red).toBeCloseTo(Math.exp(-1), 1)
    expect(green).toBeCloseTo(Math.exp(-2), 1)
    expect(blue).toBeGreaterThan(0.97)
  })

  test("mirrors lamps in paint without specks", () => {
    const scene = whiteWorld({ color: [0.4, 0.01, 0.01], roughness: 0.1, specular: 0.05 })
    const lit = (seed: number): Film =>
      draw(
        {
          ...scene,
          seed,
          grading: { ...scene.grading, grain: 0, vignette: 0 },
          environment: (_x, _y, _z, out) => out.fill(0.1),
          lights: [softbox([2, 3, 3], [0, 0, 0], 1.2, 1.2, [9, 9, 9])],
        },
        64,
      )
    const [one, other] = [lit(1).output, lit(2).output]
    const difference = one.reduce((sum, v, i) => sum + Math.abs(v - (other[i] ?? 0)), 0) / one.length
    // 2.4 when chance alone decides which samples see the mirror image.
    expect(difference).toBeLessThan(1.8)
  })

  test("throws shadows from fields and from nothing else", () => {
    const scene = buildStillLife(1)
    const ball = {
      geometry: { kind: "field", shape: translate(sphere(0.5), [0, 0.5, 0]) } as const,
      material: { color: [0.5, 0.5, 0.5] as const, roughness: 1 },
    }
    const withBall = draw(
      { ...scene, objects: [ball], camera: { ...scene.camera, position: [0, 6, 4], target: [0, 0, 0], focus: 7 } },
      64,
    )
    // The key light comes from the left, so the shadow lies to the right of the ball.
    const [shadow] = lightAt(withBall, 43, 32)
    const [open] = lightAt(withBall, 12, 50)
    expect(shadow).toBeLessThan(open * 0.75)
  })
})

describe("a picture", () => {
  test("is the same however its parts are spread over threads", () => {
    const effort = { base: 8, extra: 8 }
    const alone = prepareScene(buildStillLife(4), 96, 72, effort)
    drawPhases(alone)
    const first = prepareScene(buildStillLife(4), 96, 72, effort)
    const second = prepareScene(buildStillLife(4), 96, 72, effort, first.film.memory)
    first.phases.forEach((phase, p) => {
      for (let part = phase.parts() - 1; part >= 0; part--) {
        if (part % 3 === 0) phase.run(part)
        else second.phases[p]?.run(part)
      }
    })
    expect(isSame(first.film.output, alone.film.output)).toBe(true)
  })

  test("is the same again on memory that held another picture", () => {
    const large = prepareScene(buildStillLife(9), 128, 128, few)
    drawPhases(large)
    const reused = prepareScene(buildStillLife(4), 80, 64, few, large.film.memory)
    drawPhases(reused)
    const fresh = prepareScene(buildStillLife(4), 80, 64, few)
    drawPhases(fresh)
    expect(isSame(reused.film.output, fresh.film.output)).toBe(true)
  })

  test("has calm walls: noise of at most 1.5 levels of 255 before grain", () => {
    const scene = buildStillLife(1)
    const film = draw({ ...scene, grading: { ...scene.grading, grain: 0, vignette: 0 } }, 256, { base: 6, extra: 0 })
    for (const [x0, y0] of [
      [20, 20],
      [200, 60],
      [200, 110],
    ] as const) {
      const values: number[] = []
      for (let y = y0; y < y0 + 24; y++)
        for (let x = x0; x < x0 + 24; x++) values.push(film.output[(y * 256 + x) * 3 + 1] ?? 0)
      expect(noiseOf(values, 24)).toBeLessThan(1.5)
    }
  })

  test.each([
    ["no time at all", () => false],
    ["time for some parts", (part: number) => part % 3 === 1],
    ["time for most parts", (part: number) => part % 3 !== 1],
  ])("is coarse but whole with %s", (_, hasTime) => {
    const effort = { base: 6, extra: 8 }
    const whole = prepareScene(buildStillLife(4), 161, 118, effort)
    drawPhases(whole)
    const hurried = prepareScene(buildStillLife(4), 161, 118, effort)
    for (const phase of hurried.phases) {
      const parts = phase.parts()
      for (let part = 0; part < parts; part++) if (!phase.isOptional || hasTime(part)) phase.run(part)
    }
    const { output } = hurried.film
    const difference = output.reduce((sum, v, i) => sum + Math.abs(v - (whole.film.output[i] ?? 0)), 0) / output.length
    expect(difference).toBeGreaterThan(0)
    // Much of it is grain and edges; a wrong picture is 40 off and more.
    expect(difference).toBeLessThan(8)
    for (let y = 0; y < 118; y++) {
      for (let x = 0; x < 161; x++)
        expect(hurried.film.planes.samples[planeIndex(hurried.film, x, y)]).toBeGreaterThan(0)
    }
  })

  test("has edges as sharp as ever, not stepped, with time for less than half of its first round", () => {
    const [width, height] = [320, 240]
    const whole = prepareScene(buildStillLife(4), width, height, { base: 8, extra: 0 })
    drawPhases(whole)
    const hurried = prepareScene(buildStillLife(4), width, height, { base: 8, extra: 0 })
    const { samples } = hurried.film.planes
    let isOver = false
    for (const phase of hurried.phases) {
      const parts = phase.parts()
      for (let part = 0; part < parts; part++) {
        if (phase.isOptional && isOver) break
        phase.run(part)
        isOver ||= samples.reduce((sum, n) => sum + n, 0) > 0.45 * 4 * width * height
      }
    }
    const object = (x: number, y: number) => whole.film.planes.object[planeIndex(whole.film, x, y)]
    let [sum, count] = [0, 0]
    for (let y = 1; y < height; y++) {
      for (let x = 1; x < width; x++) {
        if (object(x, y) === object(x - 1, y) && object(x, y) === object(x, y - 1)) continue
        const i = (y * width + x) * 3 + 1
        sum += Math.abs((hurried.film.output[i] ?? 0) - (whole.film.output[i] ?? 0))
        count++
      }
    }
    expect(count).toBeGreaterThan(500)
    // 2.0; 10.4 where all pixels of a grid are taken in their order.
    expect(sum / count).toBeLessThan(4)
  })

  test("takes a sixteenth of the first round when its time is over before it begins", () => {
    const picture = prepareScene(buildStillLife(4), 128, 128, { base: 4, extra: 8 })
    let samples = 0
    const phases = picture.phases.map((phase) => ({
      ...phase,
      run(part: number): void {
        phase.run(part)
        if (phase.name === "base") samples = picture.film.planes.samples.reduce((sum, n) => sum + n, 0)
      },
    }))
    drawPhases({ phases }, { deadline: 0 })
    expect(samples).toBe((4 * 128 * 128) / 16)
    const noiseMap = picture.phases.find(({ name }) => name === "noise map")
    expect(noiseMap?.parts()).toBe(0)
  })

  test("follows the prompt and the seed", () => {
    const request: PictureRequest = {
      prompt: "red mug",
      style: "plain",
      seed: 1,
      width: 64,
      height: 48,
      quality: "preview",
    }
    const one = drawPicture(request)
    expect(one.pixels).toHaveLength(64 * 48 * 3)
    expect(isSame(drawPicture(request).pixels, one.pixels)).toBe(true)
    expect(isSame(drawPicture({ ...request, seed: 2 }).pixels, one.pixels)).toBe(false)
    expect(one.reading.understood.join(" ")).toContain("red mug")
  })

  test.each(["ghibsky", "half-illustration", "cinestill", "video-game"] as const)(
    "looks different in the style %s",
    (style) => {
      const request: PictureRequest = {
        prompt: "red mug",
        style: "plain",
        seed: 1,
        width: 64,
        height: 64,
        quality: "preview",
      }
      const plain = drawPicture(request).pixels
      const styled = drawPicture({ ...request, style }).pixels
      const change = styled.reduce((sum, v, i) => sum + Math.abs(v - (plain[i] ?? 0)), 0) / plain.length
      expect(change).toBeGreaterThan(5)
    },
  )

  test("stops between parts when it is cancelled", () => {
    let asked = 0
    const request: PictureRequest = {
      prompt: "mug",
      style: "plain",
      seed: 1,
      width: 256,
      height: 256,
      quality: "standard",
    }
    expect(() => drawPicture(request, { isCancelled: () => ++asked > 30 })).toThrow(DrawCancelled)
  })
})

/** Standard deviation around a plane fitted to a square: a gradient is not noise. */
function noiseOf(values: readonly number[], side: number): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length
  const half = (side - 1) / 2
  const slope = (of: (i: number) => number): number => {
    const top = values.reduce((sum, v, i) => sum + v * (of(i) - half), 0)
    return top / values.reduce((sum, _, i) => sum + (of(i) - half) ** 2, 0)
  }
  const right = slope((i) => i % side)
  const down = slope((i) => Math.floor(i / side))
  const rest = values.map((v, i) => v - mean - right * ((i % side) - half) - down * (Math.floor(i / side) - half))
  return Math.sqrt(rest.reduce((sum, v) => sum + v * v, 0) / rest.length)
}
