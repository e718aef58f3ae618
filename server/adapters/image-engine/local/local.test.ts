import { createHash } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { testImageEngine } from "#server/adapters/image-engine/conformance.ts"
import type { EngineWatch, PictureOrder } from "#server/adapters/image-engine/port.ts"
import { drawProductPhoto } from "#server/adapters/image-engine/testing/product-photo.ts"
import { leastOf } from "#server/testing/measure.ts"
import { createLocalEngine, type LocalEngine } from "./engine.ts"

// The threads step back for everything else on the machine: on a busy one they are slow, not broken.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Without time every picture is drawn once over, which is all that these rules are about.
testImageEngine(
  "local",
  async () => createLocalEngine({ threads: 2, budgetMs: 0 }),
  "blush glass perfume bottle on a podium",
)

const order: PictureOrder = {
  kind: "picture",
  mode: "flux1.1-pro",
  style: "plain",
  prompt: "blush glass perfume bottle on a podium",
  sentPrompt: "",
  width: 48,
  height: 60,
  count: 1,
  seed: 5,
  format: "png",
  raw: false,
}

const quiet = (signal: AbortSignal = new AbortController().signal): EngineWatch => ({
  signal,
  onProgress() {},
  onPreview() {},
  providerJobId: null,
  saveProviderJobId: async () => {},
})

const digest = (bytes: Uint8Array | undefined): string =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex")

describe("local image engine", () => {
  let engine: LocalEngine
  /** Without time for more than the first look at a picture. */
  let hurried: LocalEngine
  const logged: string[] = []

  beforeAll(async () => {
    engine = createLocalEngine({ threads: 2, log: (message) => logged.push(message) })
    hurried = createLocalEngine({ threads: 2, budgetMs: 0 })
    await engine.pool.ready()
  })

  afterAll(async () => {
    await engine.stop()
    await hurried.stop()
  })

  test("draws what was asked for, with contrast, and says so", async () => {
    const [picture] = await engine.run({ ...order, format: "webp" }, quiet())
    const { channels } = await sharp(picture?.bytes).stats()
    expect(Math.max(...channels.map((c) => c.stdev))).toBeGreaterThan(12)
  })

  test("gives the pictures that are finished when its time is over, and one at least", async () => {
    const small = { ...order, width: 64, height: 64, count: 4, format: "webp" } as const
    const over = await hurried.run(small, { ...quiet(), endsAt: Date.now() })
    expect(over).toHaveLength(1)
    expect(await hurried.run(small, { ...quiet(), endsAt: Date.now() + 600_000 })).toHaveLength(4)
  })

  test("gives what it found instead where it is not sure of a cut-out, and nothing where it is", async () => {
    const product = (right: string): string =>
      `<rect x="90" y="60" width="60" height="130" fill="#3a4a7a"/><rect x="150" y="60" width="60" height="130" fill="${right}"/>`
    const cutOut = async (inside: string) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="240"><rect width="300" height="240" fill="#d8d2c8"/>${inside}</svg>`
      const file = await sharp(Buffer.from(svg)).png().toBuffer()
      return engine.run({ kind: "cut-out", file, format: "png" }, quiet())
    }
    // half of it is nearly as its ground
    const unsure = await cutOut(product("#ccc6bc"))
    expect(unsure.isSure).toBe(false)
    const coverOf = async (bytes: Uint8Array | undefined): Promise<number> => {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, info.channels]).toEqual([300, 240, 4])
      return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? value : 0), 0) / (255 * 300 * 240)
    }
    expect(Math.abs((await coverOf(unsure.other)) - (await coverOf(unsure.bytes)))).toBeGreaterThan(0.05)
    const sure = await cutOut(product("#b8323a"))
    expect([sure.isSure, sure.other]).toEqual([true, undefined])
  })

  test("reads words at once and knows when none is a thing it can draw", () => {
    const read = (prompt: string) => engine.read?.({ kind: "picture", mode: "flux1.1-pro", style: "plain", prompt })
    const known = read("a leather handbag on the beach with an aviator")
    expect(known).toMatchObject({ isUnderstood: true, ignored: ["aviator"] })
    expect(known?.understood.join(" ")).toContain("handbag")
    for (const [words, ignored] of [
      ["a cup of coffee with steam", "steam"],
      ["a red sofa on a marble table", "marble table"],
      ["a jar with pebbles, petals, shells and gifts", "gifts"],
    ] as const) {
      expect(read(words)).toMatchObject({ isUnderstood: true, ignored: [ignored] })
    }
    expect(read("blorf snarkle")).toMatchObject({ isUnderstood: false, understood: [] })
  })

  test("gives the same bytes on one thread and on two, whatever the work", async () => {
    const photo = await drawProductPhoto()
    const size = { width: 64, height: 64, format: "png" } as const
    const shoot = {
      ...size,
      kind: "shoot",
      photos: [photo],
      templates: ["kitchen-counter"],
      from: 0,
      count: 1,
      seed: 4,
    }
    const enlargement = { kind: "enlargement", file: photo, factor: 2, format: "png" } as const
    const digests = async (one: LocalEngine): Promise<string[]> => {
      const [picture] = await one.run(order, quiet())
      const [shot] = await one.run({ ...shoot, kind: "shoot" }, quiet())
      return [picture, shot, await one.run(enlargement, quiet())].map((result) => digest(result?.bytes))
    }
    const lonely = createLocalEngine({ threads: 1 })
    expect(await digests(lonely)).toEqual(await digests(engine))
    await lonely.stop()
  })

  test("hands larger orders over at their size, drawn smaller and enlarged", async () => {
    const large = { ...order, width: 1600, height: 800, prompt: "white mug", format: "webp" } as const
    const [picture] = await hurried.run(large, quiet())
    const { width, height } = await sharp(picture?.bytes).metadata()
    expect([width, height]).toEqual([1600, 800])
  })

  test("stops within 300 ms when the order is cancelled, and draws the next one", async () => {
    const stop = async () => {
      const abort = new AbortController()
      const reason = new Error("changed my mind")
      let abortedAt = 0
      const drawing = engine.run(
        { ...order, width: 1024, height: 1024 },
        {
          ...quiet(abort.signal),
          onPreview: () => {
            abortedAt = performance.now()
            abort.abort(reason)
          },
        },
      )
      await expect(drawing).rejects.toBe(reason)
      return performance.now() - abortedAt
    }
    expect(await leastOf(300, stop)).toBeLessThan(300)
    expect(await engine.run(order, quiet())).toHaveLength(1)
  })

  test("keeps the calling thread free while it works", async () => {
    const file = await sharp(await drawProductPhoto())
      .resize(900, 675)
      .png()
      .toBuffer()
    const half = await sharp(file).resize(450).png().toBuffer()
    // What this thread works, whoever else keeps the machine busy.
    const worked = (): number => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    const longestTurn = async () => {
      let longest = 0
      let turns = 0
      let last = worked()
      const timer = setInterval(() => {
        turns++
        const now = worked()
        longest = Math.max(longest, now - last)
        last = now
      }, 5)
      await engine.run({ kind: "cut-out", file, format: "webp" }, quiet())
      await engine.run({ kind: "enlargement", file: half, factor: 2, format: "webp" }, quiet())
      clearInterval(timer)
      // One that only waits works nothing, and has no turns either.
      expect(turns).toBeGreaterThan(20)
      return longest
    }
    expect(await leastOf(250, longestTurn)).toBeLessThan(250)
  })

  test("replaces a thread that dies and still gives the same picture", async () => {
    const [before] = await engine.run(order, quiet())
    let isKilled = false
    const [after] = await engine.run(order, {
      ...quiet(),
      onProgress: (fraction) => {
        if (fraction <= 0.1 || isKilled) return
        isKilled = true
        void engine.pool.threads()[0]?.terminate()
      },
    })
    expect(isKilled).toBe(true)
    expect(logged).toContain("a thread ended and is replaced")
    expect(digest(after?.bytes)).toBe(digest(before?.bytes))
    expect(engine.pool.threads()).toHaveLength(2)
  })

  test("gives a coarse picture of the same thing when there is no time", async () => {
    const [coarse] = await hurried.run(order, quiet())
    const [again] = await hurried.run(order, quiet())
    const [calm] = await engine.run(order, quiet())
    expect(digest(again?.bytes)).toBe(digest(coarse?.bytes))
    const [one, two] = await Promise.all([coarse, calm].map((picture) => sharp(picture?.bytes).raw().toBuffer()))
    if (!one || !two) throw new Error("a picture is missing")
    const difference = one.reduce((sum, v, i) => sum + Math.abs(v - (two[i] ?? 0)), 0) / two.length
    expect(difference).toBeGreaterThan(0.5)
    expect(difference).toBeLessThan(20)
  })

  describe("what a result says of itself", () => {
    let file: Uint8Array

    beforeAll(async () => {
      const place = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" }, IFD0: { Artist: "Ada" } }
      file = await sharp(await drawProductPhoto())
        .withExif(place)
        .jpeg()
        .toBuffer()
      expect((await sharp(file).metadata()).exif?.toString("latin1")).toContain("Ada")
    })

    test.each<[string, () => Promise<Uint8Array | undefined>, string]>([
      ["a drawn picture", async () => (await engine.run(order, quiet()))[0]?.bytes, "algorithmicMedia"],
      [
        "a cut-out",
        async () => (await engine.run({ kind: "cut-out", file, format: "png" }, quiet())).bytes,
        "algorithmicallyEnhanced",
      ],
      [
        "an enlargement",
        async () => (await engine.run({ kind: "enlargement", file, factor: 2, format: "webp" }, quiet())).bytes,
        "algorithmicallyEnhanced",
      ],
      [
        "a shot",
        async () => {
          const shot = { photos: [file], templates: ["marketplace-white"], from: 0, count: 1, seed: 1 }
          return (await engine.run({ kind: "shoot", ...shot, width: 64, height: 64, format: "webp" }, quiet()))[0]
            ?.bytes
        },
        "compositeSynthetic",
      ],
    ])("is its maker and source, for %s, and never a place or a name", async (_, make, source) => {
      const { exif, xmp } = await sharp(await make()).metadata()
      expect(exif?.toString("latin1")).toContain("Aworan local engine")
      expect(xmp?.toString()).toContain(`digitalsourcetype/${source}"`)
      expect(exif?.toString("latin1")).not.toMatch(/Ada|GPS/)
      const gpsPointer = Buffer.from([0x88, 0x25])
      expect(exif?.includes(gpsPointer) || exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false)
    })
  })
})
