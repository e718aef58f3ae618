import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createLocalEngine, type LocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import type { EngineOrderKind, EngineResults, OrderOf } from "#server/adapters/image-engine/port.ts"
import { explain } from "./problem.ts"
import { writeRedMatting, writeResize } from "./testing/tiny-onnx.ts"

let dir = ""
let engine: LocalEngine
let logged: string[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "models-"))
  logged = []
  const runtime = join(dir, "cut-out/node_modules/onnxruntime-node")
  mkdirSync(runtime, { recursive: true })
  copyFileSync(join(import.meta.dirname, "testing/fake-runtime.cjs"), join(runtime, "index.js"))
  const log = (message: string): void => void logged.push(message)
  engine = createLocalEngine({ threads: 1, modelsDir: dir, addedModelsDir: dir, log })
})

afterEach(async () => {
  await engine.stop()
  rmSync(dir, { recursive: true })
})

function store(name: string, model: Uint8Array, preprocessing?: object): void {
  mkdirSync(join(dir, name))
  writeFileSync(join(dir, name, "model.onnx"), model)
  if (preprocessing) writeFileSync(join(dir, name, "preprocessor_config.json"), JSON.stringify(preprocessing))
}

function run<K extends EngineOrderKind>(order: OrderOf<K>): Promise<EngineResults[K]> {
  const { signal } = new AbortController()
  const watch = { signal, providerJobId: null, saveProviderJobId: async () => {}, onProgress() {}, onPreview() {} }
  return engine.run<K>(order, watch)
}

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: number
}

/** A red disc on a light ground; its right edge is blue, which only our own method takes for the same thing. */
function photo(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 3)
  for (let p = 0; p < width * height; p++) {
    const [x, y] = [p % width, Math.floor(p / width)]
    const isInside = Math.hypot(x - width / 2, y - height / 2) < Math.min(width, height) / 3
    data.set(
      isInside ? (x < width / 2 + Math.min(width, height) * 0.24 ? [190, 20, 20] : [20, 20, 190]) : [235, 235, 230],
      p * 3,
    )
  }
  return { data, width, height, channels: 3 }
}

async function read(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

const encode = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

async function cutOut(picture: Pixels) {
  const { bytes, by } = await run<"cut-out">({ kind: "cut-out", file: await encode(picture), format: "png" })
  const cut = await read(bytes)
  const alphaAt = (x: number, y: number): number => cut.data[(y * cut.width + x) * 4 + 3] ?? -1
  return { by, alphaAt, width: cut.width, height: cut.height }
}

async function enlarge(picture: Pixels, factor: 2 | 4) {
  const { bytes, by } = await run<"enlargement">({
    kind: "enlargement",
    file: await encode(picture),
    factor,
    format: "png",
  })
  return { by, picture: await read(bytes) }
}

const asIs = { image_mean: [0, 0, 0], image_std: [1, 1, 1] }

describe("models of an operator's folder", () => {
  test.each([
    ["the size that the model's own graph says", 64, undefined],
    ["the size that stands beside it, where any will do", undefined, { width: 96, height: 64 }],
  ])("cut a product out, in the photo's own size, shown in %s", async (_, side, size) => {
    store("cutout", writeRedMatting(side), { ...asIs, ...(size ? { size } : {}) })
    const { by, alphaAt, width, height } = await cutOut(photo(150, 90))
    expect([by, width, height]).toEqual(["model", 150, 90])
    // Our own method would find the blue half too.
    expect(alphaAt(62, 45)).toBeGreaterThan(250)
    expect(alphaAt(101, 45)).toBeLessThan(5)
    expect(alphaAt(5, 5)).toBeLessThan(5)
    expect(await engine.tellCutOut?.()).toContain(join(dir, "cutout"))
  })

  test.each([2, 4] as const)("enlarge ×%i, piece by piece without seams", async (factor) => {
    store(`upscale-${factor}`, writeResize(factor))
    const small = photo(203, 171)
    const { picture, by } = await enlarge(small, factor)
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

  test("that are broken cost a line that says why, not the picture, and the others still work", async () => {
    store("cutout", new Uint8Array(200))
    store("upscale-2", writeResize(2))
    expect((await cutOut(photo(96, 96))).by).toBe("local")
    const sentence = "The file is damaged, cut short or no ONNX model."
    expect(logged.join()).toMatch(new RegExp(`cut-outs are made the built-in way .*${sentence}`))
    expect(await engine.tellCutOut?.()).toBe(`built in, because the model failed: ${sentence}`)
    expect((await enlarge(photo(16, 16), 2)).by).toBe("model")
  })

  test("that end their process cost no more than that", async () => {
    store("cutout", Buffer.concat([writeRedMatting(), Buffer.from("Crash")]))
    expect((await cutOut(photo(96, 96))).by).toBe("local")
    expect(logged.join()).toMatch(/process for models ended \(SIGKILL\)/)
  })

  test("that are larger than memory allows are not read at all", async () => {
    store("cutout", writeRedMatting())
    truncateSync(join(dir, "cutout/model.onnx"), 601 * 1024 * 1024)
    expect((await cutOut(photo(96, 96))).by).toBe("local")
    expect(logged.join()).toMatch(/larger than 600 MiB/)
  })

  test("that enlarge by another factor than their folder says cost a line in the log, not the picture", async () => {
    store("upscale-2", writeResize(3))
    const { picture, by } = await enlarge(photo(40, 40), 2)
    expect([by, picture.width]).toEqual(["local", 80])
    expect(logged.at(-1)).toMatch(/instead of ×2/)
  })

  test("may be absent", async () => {
    expect((await cutOut(photo(96, 96))).by).toBe("local")
    expect([logged, await engine.tellCutOut?.()]).toEqual([[], "built in"])
  })
})

test.each([
  ["Load model from x.onnx failed:Protobuf parsing failed.", "The file is damaged, cut short or no ONNX model."],
  [
    "x.onnx failed:Unsupported model IR version: 99, max supported IR version: 11",
    "The model is written for a newer runtime than this one.",
  ],
  [
    "ONNX Runtime only *guarantees* support for models stamped with official released onnx opset versions. Opset 99 is under development",
    "The model is written for a newer runtime than this one.",
  ],
  [
    "Fatal error: acme:Fold(-1) is not a registered function/op",
    "The model needs an operation that this runtime does not have.",
  ],
  ["Something\nwith a trace", "The runtime refused it: Something"],
])("what the runtime says becomes a sentence: %s", (said, sentence) => {
  expect(explain(new Error(said)).message).toBe(sentence)
})
