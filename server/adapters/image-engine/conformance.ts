import { createHash } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { AppError } from "#server/platform/errors.ts"
import type {
  EngineOrder,
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  ImageEngine,
  OrderOf,
  PictureOrder,
} from "./port.ts"
import { drawProductPhoto } from "./testing/product-photo.ts"

const picture: PictureOrder = {
  kind: "picture",
  mode: "flux1.1-pro",
  style: "plain",
  prompt: "a clay pot on a table",
  sentPrompt: "a clay pot on a table",
  width: 96,
  height: 64,
  count: 1,
  seed: 7,
  format: "webp",
  raw: false,
}

/** A watch that writes down what it hears. */
function listen(signal = new AbortController().signal) {
  const heard = { fractions: [] as number[], previews: [] as Uint8Array[], events: [] as string[] }
  const watch: EngineWatch = {
    signal,
    onProgress: (fraction) => heard.fractions.push(fraction),
    providerJobId: null,
    saveProviderJobId: async () => {},
    onPreview(index, preview) {
      heard.previews.push(preview)
      heard.events.push(`preview ${index}`)
    },
    onShot: (index) => heard.events.push(`shot ${index}`),
  }
  return { watch, heard }
}

const digest = (bytes: Uint8Array | undefined): string =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex")

/** Everything a result says, with pictures by their bytes. */
const printOf = (result: unknown): string =>
  JSON.stringify(result, (_, value) => (value instanceof Uint8Array ? digest(value) : value))

/**
 * What every image engine must do, as tests of the calling file.
 * @param slowPrompt a prompt that takes long enough to be cancelled on the way
 */
export function testImageEngine(name: string, open: () => Promise<ImageEngine>, slowPrompt: string): void {
  describe(`the ${name} engine, as every engine,`, () => {
    let engine: ImageEngine
    let photo: Uint8Array
    let orders: { [K in Exclude<EngineOrderKind, "description">]: OrderOf<K> }

    beforeAll(async () => {
      engine = await open()
      photo = await drawProductPhoto()
      const [template = ""] = engine.capabilities.templates.map((one) => one.name)
      orders = {
        picture,
        "cut-out": { kind: "cut-out", file: photo, format: "png" },
        refinement: {
          kind: "refinement",
          photo,
          cutOut: photo,
          format: "png",
          taps: [],
          strokes: [{ kind: "erase", radius: 8, points: [20, 20, 30, 20] }],
        },
        enlargement: { kind: "enlargement", file: photo, factor: 2, format: "webp" },
        inspection: { kind: "inspection", files: [photo, Buffer.from("no picture")] },
        shoot: {
          kind: "shoot",
          photos: [photo],
          templates: [template],
          from: 0,
          count: 2,
          seed: 3,
          width: 64,
          height: 64,
          format: "webp",
        },
        training: {
          kind: "training",
          photos: [photo, photo],
          triggerWord: "Bags-1",
          style: "Bags",
        },
        "model-picture": {
          kind: "model-picture",
          prompt: "a photo of Bags-1 on a beach",
          count: 1,
          seed: 3,
          ...{ known: { model: "", triggerWord: "Bags-1", views: [photo] }, width: 64, height: 64, format: "webp" },
        },
      }
    }, 120_000)
    afterAll(() => engine.stop())

    function run<K extends EngineOrderKind>(order: OrderOf<K>, watch = listen().watch): Promise<EngineResults[K]> {
      return engine.run<K>(order, watch)
    }
    const draw = (change: Partial<PictureOrder>, watch?: EngineWatch) =>
      run<"picture">({ ...picture, ...change }, watch)

    async function refusalOf(order: EngineOrder): Promise<AppError> {
      const error = await engine.run(order, listen().watch).catch((reason: unknown) => reason)
      if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${String(error)}`)
      return error
    }

    const kinds = [
      ...(["picture", "cut-out", "refinement", "enlargement", "inspection", "shoot"] as const),
      ...(["training", "model-picture"] as const),
    ] as const

    test("says what it can do, in figures that can be true", () => {
      const { maxPixels, maxFilePixels, maxEnlargedPixels, concurrency, templates } = engine.capabilities
      expect(engine.name).toBe(name)
      expect(maxPixels).toBeGreaterThanOrEqual(1024 * 1024)
      expect(maxFilePixels).toBeGreaterThanOrEqual(12_000_000)
      expect(maxEnlargedPixels).toBeGreaterThanOrEqual(maxPixels)
      expect(concurrency).toBeGreaterThanOrEqual(1)
      expect(new Set(templates.map((template) => template.name)).size).toBe(templates.length)
    })

    test("names itself in what it offers, and says in words what it does not", async () => {
      for (const kind of kinds) expect(await engine.offer(kind)).toMatchObject({ engine: name, refusal: null })
      const { refusal } = await engine.offer("description")
      if (refusal === null) {
        expect((await run<"description">({ kind: "description", file: photo })).text).not.toBe("")
      } else {
        expect((await refusalOf({ kind: "description", file: photo })).message).toBe(refusal)
      }
    })

    test.each(kinds)(
      "carries an order of the kind %s out twice to the byte, its progress never going back and ending with 1",
      async (kind) => {
        const { watch, heard } = listen()
        const first = await engine.run(orders[kind], watch)
        expect(heard.fractions).toEqual([...heard.fractions].sort((a, b) => a - b))
        expect(heard.fractions[0]).toBeGreaterThanOrEqual(0)
        expect(heard.fractions.at(-1)).toBe(1)
        const count = heard.fractions.length
        expect(printOf(await engine.run(orders[kind], listen().watch))).toBe(printOf(first))
        expect(heard.fractions).toHaveLength(count)
      },
      120_000,
    )

    test.each(kinds)(
      "does not begin an order of the kind %s that was cancelled before, and says why it was",
      async (kind) => {
        const reason = new Error("too late")
        const { watch, heard } = listen(AbortSignal.abort(reason))
        await expect(engine.run(orders[kind], watch)).rejects.toBe(reason)
        expect([heard.events, heard.fractions]).toEqual([[], []])
      },
    )

    test.each<[PictureOrder["format"], number, number, number]>([
      ["webp", 96, 64, 1],
      ["png", 64, 96, 2],
      ["webp", 80, 80, 4],
    ])(
      "draws in %s, %i by %i pixels, %i at a time",
      async (format, width, height, count) => {
        const pictures = await draw({ format, width, height, count })
        expect(pictures).toHaveLength(count)
        for (const { bytes } of pictures) {
          const found = await sharp(bytes).metadata()
          expect([found.format, found.width, found.height]).toEqual([format, width, height])
        }
        expect(new Set(pictures.map(({ bytes }) => digest(bytes))).size).toBe(count)
      },
      60_000,
    )

    test("draws another picture with another seed", async () => {
      const [one, other] = await Promise.all([draw({ seed: 11 }), draw({ seed: 12 })])
      expect(printOf(one)).not.toBe(printOf(other))
    }, 60_000)

    test("shows small previews before the result", async () => {
      const { watch, heard } = listen()
      await draw({ width: 256, height: 192, count: 2 }, watch)
      expect(heard.events.includes("preview 0")).toBe(engine.capabilities.previews)
      for (const preview of heard.previews) {
        expect((await sharp(preview).metadata()).format).toBe("webp")
        expect(preview.length).toBeLessThan(100_000)
      }
    }, 60_000)

    test("stops soon when the order is cancelled, and draws the next one", async () => {
      const abort = new AbortController()
      const reason = new Error("changed my mind")
      let cancelledAt = 0
      const { watch, heard } = listen(abort.signal)
      const onPreview = (): void => {
        cancelledAt = performance.now()
        abort.abort(reason)
      }
      const drawing = draw({ prompt: slowPrompt, width: 1024, height: 1024 }, { ...watch, onPreview })
      await expect(drawing).rejects.toBe(reason)
      expect(performance.now() - cancelledAt).toBeLessThan(2_000)
      const told = heard.fractions.length
      expect(await draw({})).toHaveLength(1)
      expect(heard.fractions).toHaveLength(told)
    }, 60_000)

    test("gives up when its time is over", async () => {
      const { watch } = listen(AbortSignal.timeout(150))
      await expect(draw({ prompt: slowPrompt, width: 1024, height: 1024 }, watch)).rejects.toThrow(/timeout/)
    }, 60_000)

    test("draws several orders at once, each as if alone", async () => {
      const alone = await draw({ seed: 21 })
      const together = await Promise.all([21, 22, 23].map((seed) => draw({ seed })))
      expect(printOf(together[0])).toBe(printOf(alone))
    }, 60_000)

    test("cuts a product out in its photo's size, upright", async () => {
      const file = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()
      const { bytes, confidence } = await run<"cut-out">({ kind: "cut-out", file, format: "webp" })
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, info.channels]).toEqual([120, 160, 4])
      const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
      expect([alphaAt(1, 1), alphaAt(60, 80)]).toEqual([0, 255])
      expect(confidence).toBeGreaterThan(0)
    }, 60_000)

    test("leaves a picture that is cut out already as it is", async () => {
      const first = await run<"cut-out">(orders["cut-out"])
      const second = await run<"cut-out">({ kind: "cut-out", file: first.bytes, format: "png" })
      const [one, two] = await Promise.all([first, second].map(({ bytes }) => sharp(bytes).raw().toBuffer()))
      expect(digest(two)).toBe(digest(one))
    }, 60_000)

    test("mends a cut-out where strokes say so, and leaves the rest of it", async () => {
      const { bytes: cutOut } = await run<"cut-out">(orders["cut-out"])
      const mend = async (kind: "keep" | "erase", [x, y]: [number, number]) => {
        const strokes = [{ kind, radius: 6, points: [x, y] }]
        const { bytes } = await run<"refinement">({
          kind: "refinement",
          photo,
          cutOut,
          taps: [],
          strokes,
          format: "png",
        })
        const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([160, 120])
        return { at: data[(y * 160 + x) * 4 + 3], far: data.subarray(0, 160 * 4 * 3) }
      }
      const top = (await sharp(cutOut).ensureAlpha().raw().toBuffer()).subarray(0, 160 * 4 * 3)
      for (const [kind, place, alpha] of [
        ["erase", [80, 60], 0],
        ["keep", [12, 104], 255],
      ] as const) {
        const { at, far } = await mend(kind, [...place])
        expect(at).toBe(alpha)
        expect(far.equals(top)).toBe(true)
      }
    }, 60_000)

    test("takes away what is tapped and all that lies outside a box, and leaves the rest of a cut-out", async () => {
      const { bytes: found } = await run<"cut-out">(orders["cut-out"])
      const alphaAfter = async (taps: OrderOf<"refinement">["taps"], cutOut: Uint8Array = found) => {
        const order = { kind: "refinement", photo, cutOut, taps, strokes: [], format: "png" } as const
        const { bytes } = await run<"refinement">(order)
        const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height]).toEqual([160, 120])
        return (x: number, y: number) => data[(y * 160 + x) * 4 + 3]
      }
      const untouched = await alphaAfter([{ kind: "belongs", x: 80, y: 60 }])
      expect([untouched(80, 60), untouched(2, 2)]).toEqual([255, 0])
      const tapped = await alphaAfter([{ kind: "foreign", x: 80, y: 60 }])
      expect(tapped(80, 60)).toBe(0)
      // Of a cut-out that kept everything.
      const boxed = await alphaAfter([{ kind: "box", left: 8, top: 8, right: 152, bottom: 112 }], photo)
      expect([boxed(3, 3), boxed(157, 117), boxed(80, 60)]).toEqual([0, 0, 255])
    }, 60_000)

    test("moves the edge of a cut-out outwards and inwards, and leaves its middle and its surroundings", async () => {
      const { bytes: cutOut } = await run<"cut-out">(orders["cut-out"])
      const coverOf = async (shift: number) => {
        const edge = { shift, feather: 1, isClean: true }
        const { bytes } = await run<"refinement">({
          kind: "refinement",
          photo,
          cutOut,
          taps: [],
          strokes: [],
          edge,
          format: "png",
        })
        const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height, data[3], data[(60 * 160 + 80) * 4 + 3]]).toEqual([160, 120, 0, 255])
        return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0), 0) / 255
      }
      const covers = [await coverOf(-3), await coverOf(0), await coverOf(3)]
      expect(covers).toEqual([...covers].sort((one, other) => one - other))
      expect((covers[2] ?? 0) - (covers[0] ?? 0)).toBeGreaterThan(500)
    }, 60_000)

    test.each([2, 4] as const)(
      "enlarges a picture %i times, and keeps its transparency",
      async (factor) => {
        const { bytes: file } = await run<"cut-out">(orders["cut-out"])
        const { bytes, width, height } = await run<"enlargement">({ kind: "enlargement", file, factor, format: "png" })
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        expect([width, height, info.width, info.height, info.channels]).toEqual(
          [160, 120, 160, 120, 4].map((n, i) => (i < 4 ? n * factor : n)),
        )
        expect([data[3], data[((height / 2) * width + width / 2) * 4 + 3]]).toEqual([0, 255])
      },
      60_000,
    )

    test("judges photos in their order; one that cannot be read does not spoil the others", async () => {
      const bad = Buffer.from("no picture")
      const verdicts = await run<"inspection">({ kind: "inspection", files: [bad, photo] })
      expect(verdicts).toHaveLength(2)
      expect(verdicts[0]).toMatchObject({ isUsable: false, findings: [{ code: "unreadable", severity: "stop" }] })
      for (const { words, retake } of verdicts.flatMap((verdict) => verdict.findings)) {
        expect(Math.min(words.length, retake.length)).toBeGreaterThan(15)
      }
      expect(await run<"inspection">({ kind: "inspection", files: [] })).toEqual([])
    }, 60_000)

    test("takes the shots of a shoot, telling of each, and gives the same one when it is ordered alone", async () => {
      const { watch, heard } = listen()
      const shots = await run<"shoot">({ ...orders.shoot, count: 3 }, watch)
      expect(shots).toHaveLength(3)
      expect(new Set(shots.map(({ bytes }) => digest(bytes))).size).toBe(3)
      expect(heard.events.filter((event) => event.startsWith("shot")).sort()).toEqual(["shot 0", "shot 1", "shot 2"])
      for (const { bytes, photo: number } of shots) {
        const found = await sharp(bytes).metadata()
        expect([found.format, found.width, found.height, number]).toEqual(["webp", 64, 64, 0])
      }
      const [alone] = await run<"shoot">({ ...orders.shoot, from: 2, count: 1 })
      expect(printOf(alone)).toBe(printOf(shots[2]))
    }, 120_000)

    const bad = Buffer.from("this is not a picture")
    test.each<[string, () => EngineOrder]>([
      ["a cut-out of a text", () => ({ kind: "cut-out", file: bad, format: "png" })],
      ["a refinement of a text", () => ({ ...orders.refinement, photo: bad })],
      ["an enlargement of nothing", () => ({ kind: "enlargement", file: new Uint8Array(), factor: 2, format: "png" })],
      ["a shoot of a text", () => ({ ...orders.shoot, photos: [bad] })],
      ["an unknown template", () => ({ ...orders.shoot, templates: ["the moon"] })],
      [
        "a template in colours that it does not take",
        () => ({
          ...orders.shoot,
          templates: [engine.capabilities.templates.find(({ takesColours }) => !takesColours)?.name ?? ""],
          colours: { wall: "#33249c", accent: "#d9962e" },
        }),
      ],
      ["a shoot without templates", () => ({ ...orders.shoot, templates: [] })],
      ["a picture beyond all measure", () => ({ ...picture, width: 20_000, height: 20_000 })],
    ])("refuses %s with words for the person", async (_, order) => {
      const { type, message } = await refusalOf(order())
      expect(type).toBe("general_argument_invalid")
      expect(message).toMatch(/^[A-Z].{10,200}\.$/)
    })
  })
}
