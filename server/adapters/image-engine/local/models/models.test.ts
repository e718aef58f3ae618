import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { upscale } from "#imaging/upscale/upscale.ts"
import { type ModelsOptions, openModels } from "./open-models.ts"
import { createPictureTools, type PictureTools } from "./picture-tools.ts"
import { importRuntime } from "./runtime.ts"
import { loadDoubler } from "./stored-doubler.ts"
import { fakeRuntime } from "./testing/fake-runtime.ts"
import { writeRedMatting, writeResize } from "./testing/tiny-onnx.ts"

const installed = await importRuntime()
const runtimes = [["a stand-in for the runtime", fakeRuntime] as const, ["onnxruntime-node", installed] as const]

let dir = ""
let logged: string[] = []
const log = (message: string): void => void logged.push(message)

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "models-"))
  logged = []
})

afterEach(() => rm(dir, { recursive: true }))

async function store(name: string, model: Uint8Array, preprocessing?: object): Promise<void> {
  await mkdir(join(dir, name))
  await writeFile(join(dir, name, "model.onnx"), model)
  if (preprocessing) await writeFile(join(dir, name, "preprocessor_config.json"), JSON.stringify(preprocessing))
}

async function openTools(options: Partial<ModelsOptions> = {}): Promise<PictureTools> {
  return createPictureTools(await openModels({ dir, log, loadRuntime: async () => fakeRuntime, ...options }), log)
}

/** A dark disc, red on one side and blue on the other, on a light ground. */
function photo(width: number, height: number, channels: 3 | 4 = 3): Picture {
  const data = new Uint8Array(width * height * channels)
  for (let p = 0; p < width * height; p++) {
    const [x, y] = [p % width, Math.floor(p / width)]
    const isInside = Math.hypot(x - width / 2, y - height / 2) < Math.min(width, height) / 3
    const side = x < width / 2 ? [190, 20, 20, 255] : [20, 20, 190, 255]
    data.set((isInside ? side : [235, 235, 230, 255]).slice(0, channels), p * channels)
  }
  return { width, height, channels, data }
}

const asIs = { image_mean: [0, 0, 0], image_std: [1, 1, 1] }
const alphaAt = ({ data, width }: Picture, x: number, y: number): number | undefined => data[(y * width + x) * 4 + 3]

describe.each(runtimes)("models run by %s", (_, runtime) => {
  const run = test.skipIf(runtime === undefined)
  const loadRuntime = async () => runtime

  run("cut a product out, in the photo's own size", async () => {
    await store("cutout", writeRedMatting(), { ...asIs, size: { width: 64, height: 64 } })
    const tools = await openTools({ loadRuntime })
    const { picture, confidence, isSure, by } = await tools.cutOut(photo(150, 90))
    expect([by, isSure, picture.width, picture.height, picture.channels]).toEqual(["model", true, 150, 90, 4])
    // Our own method would find the blue half too.
    expect(alphaAt(picture, 66, 45)).toBeGreaterThan(250)
    expect(alphaAt(picture, 84, 45)).toBeLessThan(5)
    expect(alphaAt(picture, 5, 5)).toBeLessThan(5)
    expect(confidence).toBeGreaterThan(0.9)
  })

  run.each([2, 4] as const)("enlarge ×%i, piece by piece without seams", async (factor) => {
    await store(`upscale-${factor}`, writeResize(factor))
    const tools = await openTools({ loadRuntime })
    const small = photo(203, 171)
    const { picture, by } = await tools.enlarge(small, factor, 100)
    expect([by, picture.width, picture.height, picture.channels]).toEqual(["model", 203 * factor, 171 * factor, 3])
    let wrong = 0
    for (let y = 0; y < picture.height; y++) {
      for (let x = 0; x < picture.width; x++) {
        const from = (Math.floor(y / factor) * small.width + Math.floor(x / factor)) * 3
        const to = (y * picture.width + x) * 3
        for (let c = 0; c < 3; c++) if (picture.data[to + c] !== small.data[from + c]) wrong++
      }
    }
    expect(wrong).toBe(0)
  })
})

describe("models", () => {
  test("are files of some 200 bytes here", () => {
    expect(writeRedMatting().length).toBeLessThan(256)
    expect(writeResize(2).length).toBeLessThan(256)
  })

  test("are shown the short side that they ask for", async () => {
    await store("cutout", writeRedMatting(), { ...asIs, size: { shortest_edge: 96 } })
    const shown: (readonly number[])[] = []
    class Tensor extends fakeRuntime.Tensor {
      constructor(type: "float32", data: Float32Array, dims: readonly number[]) {
        super(type, data, dims)
        shown.push(dims)
      }
    }
    const tools = await openTools({ loadRuntime: async () => ({ ...fakeRuntime, Tensor }) })
    await tools.cutOut(photo(400, 200))
    expect(shown).toEqual([[1, 3, 96, 192]])
  })

  test("are told of in the log, each", async () => {
    await store("cutout", writeRedMatting())
    await store("upscale-4", writeResize(4))
    await openTools()
    expect(logged).toEqual([
      `×4 enlargements use the model ${join(dir, "upscale-4")}`,
      `cut-outs use the model ${join(dir, "cutout")}`,
    ])
  })

  test.skipIf(installed)("are not used without the runtime, and the log says so", async () => {
    await store("cutout", writeRedMatting())
    const tools = createPictureTools(await openModels({ dir, log }), log)
    expect(logged).toEqual([`the models in ${dir} are not used: onnxruntime-node is not installed`])
    expect((await tools.cutOut(photo(96, 96))).by).toBe("local")
  })

  test("may be absent, and the log says what was looked for", async () => {
    const tools = await openTools()
    expect(logged.join()).toMatch(/^no models in .*cutout\/model\.onnx/)
    const small = photo(40, 40)
    const { picture, by } = await tools.enlarge(small, 2, 100)
    expect([by, picture.data]).toEqual(["local", upscale(small, 2, { network: loadDoubler() }).data])
  })

  test("may be broken, and the others still work", async () => {
    await store("cutout", new Uint8Array(200))
    await store("upscale-2", writeResize(2))
    const tools = await openTools()
    expect(logged.join()).toContain("the model cutout cannot be used: protobuf parsing failed")
    expect((await tools.cutOut(photo(96, 96))).by).toBe("local")
    expect((await tools.enlarge(photo(16, 16), 2, 100)).by).toBe("model")
  })

  test("that enlarge by another factor than their folder says cost a line in the log, not the picture", async () => {
    await store("upscale-2", writeResize(3))
    const tools = await openTools()
    const { picture, by } = await tools.enlarge(photo(40, 40), 2, 100)
    expect([by, picture.width]).toEqual(["local", 80])
    expect(logged.at(-1)).toMatch(/enlarging model failed.*instead of ×2/)
  })

  test("leave pictures with alpha to the local engine", async () => {
    await store("upscale-2", writeResize(2))
    const { picture, by } = await (await openTools()).enlarge(photo(24, 24, 4), 2, 100)
    expect([by, picture.channels]).toEqual(["local", 4])
  })

  test("are not asked about pictures that cannot be worked on", async () => {
    await store("cutout", writeRedMatting())
    const tools = await openTools()
    await expect(tools.cutOut({ ...photo(10, 10), width: 11 })).rejects.toThrow("does not match its size")
  })
})
