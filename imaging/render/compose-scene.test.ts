import { describe, expect, test } from "vitest"
import { buildScene, type SceneRequest } from "./compose-scene.ts"
import { isLarge, readScene } from "./language/read-scene.ts"
import { placeWords } from "./language/scenery-words.ts"
import { type SubjectWord, subjectWords } from "./language/vocabulary.ts"
import { evaluate } from "./sdf/evaluate.ts"
import { fieldOf } from "./sdf/gradient.ts"
import { paletteFor } from "./settings/palette.ts"
import { boundsOf, boundsOfAll } from "./settings/placement.ts"
import { castSubject } from "./subjects/cast.ts"

/** Kept as plain data, so that other tools can read it too. */
const listFile = "./prompts.json"
const { default: prompts } = (await import(listFile)) as { default: { prompt: string; subject: string }[] }

const ask = (prompt: string, more: Partial<SceneRequest> = {}): ReturnType<typeof buildScene> =>
  buildScene({ prompt, style: "plain", seed: 1, width: 512, height: 512, ...more })

const subjectNames = Object.keys(subjectWords) as SubjectWord[]
const firstWord = (name: keyof typeof subjectWords): string => subjectWords[name].split(",")[0] ?? name

describe.each(subjectNames)("%s", (name) => {
  const { scene, reading } = ask(firstWord(name))
  const product = scene.subject.map((i) => scene.objects[i]).filter((object) => object !== undefined)

  test("is drawn, stands on its floor and is about two units large", () => {
    expect(reading.subject).toBe(name)
    const { min, max } = boundsOfAll(product)
    expect(Math.min(max[0] - min[0], max[1] - min[1])).toBeGreaterThan(0.1)
    expect(Math.max(max[0] - min[0], max[1] - min[1])).toBeLessThan(5)
    expect(min[1]).toBeGreaterThan(-0.12)
    expect(min[1]).toBeLessThan(0.7)
  })

  test("has boxes that hold its solids", () => {
    for (const { geometry } of product) {
      if (geometry.kind !== "field") continue
      const { min, max } = geometry.shape.bounds
      const distance = evaluate(fieldOf(geometry.shape))
      const margin = 0.03
      for (let i = 0; i < 60; i += 1) {
        const u = ((i * 0.754877) % 1) * 1.2 - 0.1
        const v = ((i * 0.56984) % 1) * 1.2 - 0.1
        const at = (axis: 0 | 1 | 2, t: number): number => min[axis] + (max[axis] - min[axis]) * t
        expect(distance(at(0, u), max[1] + margin, at(2, v))).toBeGreaterThan(0)
        expect(distance(max[0] + margin, at(1, u), at(2, v))).toBeGreaterThan(0)
        expect(distance(at(0, u), at(1, v), max[2] + margin)).toBeGreaterThan(0)
      }
    }
  })

  test("has meshes without broken numbers", () => {
    for (const { geometry } of product) {
      if (geometry.kind === "mesh") expect(geometry.mesh.positions.every(Number.isFinite)).toBe(true)
    }
  })
})

test.each(Object.keys(placeWords))("things of every kind can stand in a %s", (place) => {
  for (const name of subjectNames) {
    const { scene } = ask(`${firstWord(name)} in a ${place.replace("-", " ")}`)
    const out: [number, number, number] = [0, 0, 0]
    scene.backdrop(0.1, 0.1, -0.98, out)
    expect(out.every((c) => Number.isFinite(c) && c >= 0)).toBe(true)
    expect(scene.lights.length).toBeGreaterThan(0)
    expect(Object.values(scene.camera.position).every(Number.isFinite)).toBe(true)
  }
})

test("what lies in a bowl is seen in rooms and outdoors too, with the place over it", () => {
  const fall = (prompt: string): number => {
    const { position, target } = ask(prompt).scene.camera
    return Math.atan2(position[1] - target[1], Math.hypot(position[0] - target[0], position[2] - target[2]))
  }
  const [soup, mug] = [ask("egusi soup in a kitchen"), ask("a mug in a kitchen")].map(
    ({ scene }) => scene.camera.position,
  )
  expect((soup?.[1] ?? 0) / (soup?.[2] ?? 1)).toBeGreaterThan(0.2)
  expect((mug?.[1] ?? 0) / (mug?.[2] ?? 1)).toBeLessThan(0.2)
  expect(fall("egusi soup in a kitchen")).toBeLessThan(0.2)
})

test.each([
  ["jollof rice", "jollof rice with chicken", 2],
  ["jollof rice", "jollof rice and dodo", 1],
  ["egusi soup", "egusi soup and pounded yam", 2],
])("%s is drawn with more in %s", (alone, together, more) => {
  const count = (prompt: string): number => ask(prompt).scene.subject.length
  expect(count(together) - count(alone)).toBeGreaterThanOrEqual(more)
})

test("a colour without a material is paint, where metal is usual, too", () => {
  const { scene } = ask("frosted glass cream jar with a black lid", { seed: 1 })
  expect(scene.objects[1]?.material.metalness ?? 0).toBe(0)
  expect(ask("cream jar with a gold lid").scene.objects[1]?.material.metalness).toBe(1)
})

test("dark things get a rim of light", () => {
  const lamps = (prompt: string): number => ask(prompt).scene.lights.length
  expect(lamps("black dumbbell in a studio")).toBe(lamps("white dumbbell in a studio") + 2)
})

describe("the same request", () => {
  test("gives the same scene", () => {
    const shape = (seed: number): unknown =>
      ask("perfume bottle", { seed }).scene.objects.map((object) => [boundsOf(object), object.material.color])
    expect(shape(3)).toEqual(shape(3))
    expect(shape(3)).not.toEqual(shape(4))
  })
})

describe("unknown prompts", () => {
  test.each([
    ["a purple dragon reading the news", "poster"],
    ["", "still life"],
    ["一双红色的鞋", "still life"],
    ["👟👟", "still life"],
  ])("%s", (prompt, subject) => {
    expect(ask(prompt).reading.subject).toBe(subject)
  })

  test("report what was passed over", () => {
    expect(ask("a purple dragon").reading.ignored.join(" ")).toContain("dragon")
  })

  test("a part the thing does not have is reported", () => {
    expect(ask("a blue book with a red sole").reading.ignored).toContain("red sole")
  })
})

describe("what is not wanted", () => {
  /** How much of the product's front has ink or label paper on it. */
  const inkOf = (prompt: string): number => {
    const { scene } = ask(prompt)
    let ink = 0
    for (const object of scene.subject.map((i) => scene.objects[i])) {
      for (let i = 0; i < 3000; i += 1) {
        const color: [number, number, number] = [0.3, 0.5, 0.3]
        const surface = { color, roughness: 0, metalness: 0, specular: 0, bump: [0, 0, 0], emission: [0, 0, 0] }
        const [x, y] = [((i * 0.754877) % 1) - 0.5, ((i * 0.56984) % 1) * 1.6]
        object?.material.texture?.(surface as never, x, y, 0.4, 0, 0, 1)
        if (Math.max(...surface.color) < 0.03 || Math.min(...surface.color) > 0.7) ink += 1
      }
    }
    return ink
  }

  test.each([
    ...["blue tote bag", "brown paper bag", "blue soap", "blue tube", "blue can", "blue pouch", "carton", "white book"],
    ...["blue candle", "blue glass candle", "red kettlebell", "blue bottle", "wine bottle", "blue jar", "blue perfume"],
  ])("is not printed on a %s", (thing) => {
    // Without words of the prompt's own there are no letters, only a label and its rule.
    expect(inkOf(`a ${thing} with the text "ORI"`)).toBeGreaterThan(inkOf(`a ${thing}`) + 10)
    for (const no of ["no logo", "without text", "no label"]) {
      expect(inkOf(`a ${thing}, ${no}`)).toBe(0)
      expect(ask(`a ${thing}, ${no}`).reading.ignored).toEqual([])
    }
  })

  test("is left out where it can be", () => {
    const widthOf = (prompt: string): number => {
      const { scene } = ask(prompt, { seed: 3 })
      const { min, max } = boundsOfAll([scene.objects[0]].filter((object) => object !== undefined))
      return max[0] - min[0]
    }
    expect(widthOf("a mug without a handle")).toBeLessThan(widthOf("a mug") - 0.1)
    expect(ask("a mug without a handle").reading.ignored).toEqual([])
  })

  test("is told where it is drawn all the same", () => {
    const { understood, ignored } = ask("a suitcase without a handle").reading
    expect(ignored).toEqual(["no handle"])
    expect(understood).not.toContain("no handle")
    expect(ask("a vase, no flowers").reading.ignored).toEqual([])
    expect(ask("a perfume bottle, no flowers or leaves").reading.ignored).toEqual([])
  })
})

test("a long prompt in every style and shape builds at once", () => {
  for (const style of ["plain", "ultra", "embedded-text", "video-game", "ghibsky"] as const) {
    for (const [width, height] of [
      [1024, 256],
      [256, 1024],
    ] as const) {
      // What this process works, whoever else keeps the machine busy.
      const before = process.cpuUsage()
      const { scene } = ask(`${'a red mug with the text "HELLO THERE" on wood '.repeat(110)}`, { style, width, height })
      expect(scene.objects.length).toBeLessThan(60)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(3_000)
    }
  }
})

describe("text", () => {
  test("goes on things that have room for it", () => {
    const { scene } = ask('a blue mug with the text "HELLO"')
    expect(scene.objects.filter((object) => object.geometry.kind === "mesh")).toEqual([])
  })

  test("stands before things that have none, inside the picture", () => {
    const { scene } = ask('a red kettle with the text "RUN FAST"')
    const letters = scene.objects.at(-1)
    expect(letters?.geometry.kind).toBe("mesh")
    if (!letters) return
    const { min, max } = boundsOf(letters)
    expect(min[1]).toBeGreaterThan(-0.2)
    expect(max[0] - min[0]).toBeGreaterThan(0.8)
    expect(min[2]).toBeGreaterThan(
      boundsOfAll(scene.subject.map((i) => scene.objects[i]).filter((o) => o !== undefined)).max[2],
    )
  })

  test("in neon is a sign behind the product, above it and not on its label", () => {
    const { scene, reading } = ask('a red perfume bottle with "SALE" in neon behind it')
    expect(reading.understood).toContain("neon sign “SALE”")
    const product = boundsOfAll(scene.subject.map((i) => scene.objects[i]).filter((o) => o !== undefined))
    const letters = scene.objects.filter(({ geometry, material }) => geometry.kind === "mesh" && material.emission)
    expect(letters).toHaveLength(1)
    for (const sign of letters) {
      expect(boundsOf(sign).max[2]).toBeLessThan(product.min[2])
      expect(boundsOf(sign).min[1]).toBeGreaterThan(product.max[1])
    }
  })

  test.each(["sneaker", "car"])("of a %s is printed on its side", (name) => {
    const inkOf = (prompt: string): number => {
      const { scene } = ask(prompt, { seed: 3 })
      const [body] = scene.objects
      const dark = { color: [1, 1, 1] as [number, number, number], roughness: 0, metalness: 0, specular: 0 }
      let ink = 0
      for (let i = 0; i < 4000; i += 1) {
        const surface = { ...dark, color: [1, 1, 1] as [number, number, number], bump: [0, 0, 0], emission: [0, 0, 0] }
        const [x, y] = [((i * 0.754877) % 1) * 1.2 - 0.6, 0.3 + ((i * 0.56984) % 1) * 0.3]
        body?.material.texture?.(surface as never, x, y, 0.3, 0, 0, 1)
        if (surface.color[0] < 0.05) ink += 1
      }
      return ink
    }
    expect(inkOf(`a white ${name} with the text "RUN"`)).toBeGreaterThan(inkOf(`a white ${name}`) + 60)
  })

  test("on a side that is not seen from above is not claimed", () => {
    const { reading } = ask('a mug with the text "HI", top view')
    expect(reading.ignored).toContain("the text “HI”")
    expect(reading.understood).not.toContain("the text “HI”")
    expect(ask('a book with the text "HI", top view').reading.understood).toContain("the text “HI”")
  })

  test("in its style may come without quotes", () => {
    const { reading } = ask("red sneaker kudi wahala, soft light", { style: "embedded-text" })
    expect(reading.understood).toContain("the text “kudi wahala”")
    expect(reading.ignored).toEqual([])
    const second = ask("red sneaker, golden hour, candlelight", { style: "embedded-text" }).reading
    expect(second.understood.join()).not.toContain("the text")
    expect(second.ignored).toEqual(["candlelight"])
  })
})

describe("towels", () => {
  test.each([
    ["a white towel", 1],
    ["white towels", 3],
    ["six white towels", 6],
    ["five rolled towels", 5],
  ])("%s: one stack or pile of %s", (prompt, count) => {
    expect(ask(prompt).scene.subject).toHaveLength(count)
  })
})

describe("furniture", () => {
  test.each(["a red sofa on a marble floor", "a chair on a grey rug in a living room", "a car on sand"])(
    "%s stands on it",
    (prompt) => {
      const { scene, reading } = ask(prompt)
      const plain = ask(prompt.replace(/ on (a )?(marble floor|grey rug|sand)/, "")).scene
      expect(reading.ignored).toEqual([])
      expect(scene.ground?.material.color).not.toEqual(plain.ground?.material.color)
    },
  )

  test("that lies low is seen from above also in a room, the rest is not", () => {
    const height = (prompt: string): number => {
      const { position, target } = ask(prompt).scene.camera
      const away = [0, 1, 2].map((i) => (position[i] ?? 0) - (target[i] ?? 0))
      return (away[1] ?? 0) / Math.hypot(...away)
    }
    expect(height("a rug in a living room")).toBeGreaterThan(0.4)
    expect(height("a sofa in a living room")).toBeLessThan(0.15)
  })

  test.each([
    ["a sofa on a marble table", "marble table"],
    ["a red car on blue velvet", "blue velvet surface"],
    ["a white floor lamp on a wooden shelf", "wooden shelf"],
  ])("%s: what it cannot stand on is told", (prompt, ignored) => {
    const { reading } = ask(prompt)
    expect(reading.ignored).toEqual([ignored])
    expect(reading.understood.join()).not.toContain(ignored)
  })

  test.each([...subjectNames, "floor lamp" as const])("%s is known to be large, or not, before it is built", (name) => {
    const words = name === "floor lamp" ? name : firstWord(name)
    const reading = readScene(words)
    const cast = castSubject(
      reading,
      paletteFor(null, null, 0, () => 0.5),
      () => 0.5,
    )
    expect(isLarge(reading)).toBe(cast.isLarge)
  })
})

describe("two things", () => {
  const boxes = (prompt: string): { own: ReturnType<typeof boundsOf>[]; subject: string; ignored: string[] } => {
    const { scene, reading } = ask(`${prompt} in a studio, no props`)
    return {
      own: scene.subject.map((i) => scene.objects[i]).flatMap((o) => (o ? [boundsOf(o)] : [])),
      subject: reading.subject,
      ignored: reading.ignored,
    }
  }

  test.each([
    ["a cake on a plate", "cake"],
    ["a plate with a cake on it", "cake"],
    ["a cushion on a sofa", "cushion"],
    ["a mug on a book", "mug"],
  ])("%s: the first stands on the other", (prompt, name) => {
    const { own, subject } = boxes(prompt)
    expect(subject).toBe(name)
    const floor = Math.min(...own.map(({ min }) => min[1]))
    expect(own[0]?.min[1]).toBeGreaterThan(floor + 0.05)
    const low = own.find(({ min }) => min[1] === floor)
    expect(low?.min[0]).toBeLessThan(own[0]?.min[0] ?? 0)
    expect(low?.max[0]).toBeGreaterThan(own[0]?.max[0] ?? 0)
  })

  test.each([
    ["a perfume bottle in front of a vase", -1],
    ["a phone with a mug behind it", -1],
    ["a phone behind a red mug", 1],
  ])("%s: the other stands in depth", (prompt, side) => {
    const { own } = boxes(prompt)
    const middle = (b: ReturnType<typeof boundsOf> | undefined): number => ((b?.min[2] ?? 0) + (b?.max[2] ?? 0)) / 2
    expect(Math.sign(middle(own.at(-1)) - middle(own[0]))).toBe(side)
  })

  test("oranges in a bowl fill it", () => {
    expect(boxes("oranges in a bowl").subject).toBe("bowl")
  })

  test("what cannot be drawn is said", () => {
    expect(boxes("a hat on a handbag").ignored).toContain("on the handbag")
  })
})

describe("the kept list of prompts", () => {
  test.each(prompts)("$prompt", ({ prompt, subject }) => {
    expect(ask(prompt).reading.subject).toBe(subject)
  })

  test("has sixty", () => {
    expect(prompts).toHaveLength(60)
  })
})

describe("the pictures of one order", () => {
  const scenes = (prompt: string) =>
    [0, 1, 2, 3].map(
      (take) => buildScene({ prompt, style: "plain", seed: 5 + take, take, width: 512, height: 512 }).scene,
    )
  const azimuths = (prompt: string) =>
    scenes(prompt).map(({ camera }) =>
      Math.atan2(camera.position[0] - camera.target[0], camera.position[2] - camera.target[2]),
    )
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

  test("differ in camera and light where the prompt leaves both open", () => {
    expect(spread(azimuths("a red handbag"))).toBeGreaterThan(0.6)
    const lights = scenes("a red handbag").map(({ lights }) => JSON.stringify(lights.map(({ radiance }) => radiance)))
    expect(new Set(lights).size).toBe(4)
  })

  test("keep the view and the light that were named", () => {
    expect(spread(azimuths("a red handbag, side view"))).toBeLessThan(0.2)
    const lights = scenes("a red handbag, golden light").map(({ lights }) => lights.length)
    expect(new Set(lights).size).toBe(1)
  })
})
