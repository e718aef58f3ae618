import { crc32 } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type {
  EngineOrderKind,
  EngineResults,
  EngineWatch,
  OrderOf,
  PictureOrder,
} from "#server/adapters/image-engine/port.ts"
import { drawProductPhoto } from "#server/adapters/image-engine/testing/product-photo.ts"
import { AppError } from "#server/platform/errors.ts"
import { createLocalEngine, type LocalEngine } from "./engine.ts"

// Bounds are for a machine that does ten other things: what hangs or grows takes minutes, not seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const watch: EngineWatch = {
  signal: new AbortController().signal,
  onProgress() {},
  onPreview() {},
  providerJobId: null,
  saveProviderJobId: async () => {},
}

let engine: LocalEngine

beforeAll(async () => {
  engine = createLocalEngine({ threads: 1 })
  await engine.pool.ready()
})

afterAll(() => engine.stop())

/** The result, or in its place the words with which the order was refused. */
async function attempt<K extends EngineOrderKind>(order: OrderOf<K>): Promise<EngineResults[K] | string> {
  try {
    return await engine.run<K>(order, watch)
  } catch (error) {
    if (error instanceof AppError && error.type === "general_argument_invalid") return error.message
    throw error
  }
}

/** In a word or two what becomes of a file: the size of the result, or the refusal. */
async function becomeOf(order: OrderOf<"cut-out"> | OrderOf<"enlargement"> | OrderOf<"shoot">): Promise<string> {
  const result = await attempt(order)
  if (typeof result === "string") return result
  const { bytes } = Array.isArray(result) ? (result[0] ?? { bytes: undefined }) : result
  const { width, height, channels, pages } = await sharp(bytes).metadata()
  return `${width} × ${height} × ${channels}${pages === undefined ? "" : `, ${pages} pages`}`
}

const cutOutOf = (file: Uint8Array) => becomeOf({ kind: "cut-out", file, format: "png" })
const enlargementOf = (file: Uint8Array) => becomeOf({ kind: "enlargement", file, factor: 2, format: "png" })
const shotOf = (file: Uint8Array) => {
  const rest = { templates: ["catalogue-grey"], from: 0, count: 1, seed: 1, width: 48, height: 48 } as const
  return becomeOf({ kind: "shoot", photos: [file], format: "png", ...rest })
}

async function findingsOf(file: Uint8Array): Promise<string[]> {
  const verdicts = await attempt<"inspection">({ kind: "inspection", files: [file] })
  if (typeof verdicts === "string") throw new Error(verdicts)
  return verdicts.flatMap(({ findings }) => findings.map(({ code }) => code))
}

const damaged = /picture is damaged or incomplete/
const unreadable = "This file is not a picture we can read."

/** Files, and what a cut-out, an enlargement and a shot make of them. */
const files: [what: string, make: () => Promise<Uint8Array>, cut: string | RegExp, large: string | RegExp][] = [
  ["nothing at all", async () => new Uint8Array(), unreadable, unreadable],
  ["noise that begins like a JPEG", async () => noiseAfter([0xff, 0xd8, 0xff, 0xe0]), unreadable, unreadable],
  ["a JPEG cut short", async () => short(await (await photo()).jpeg().toBuffer()), damaged, damaged],
  ["a JPEG of portrait mode: its first picture", portrait, "160 × 120 × 4", "320 × 240 × 3"],
  ["a PNG cut short", async () => short(await (await photo()).png().toBuffer()), damaged, damaged],
  ["a drawing that may reach for files", async () => Buffer.from(svg), /^Please use a JPEG/, /^Please use a JPEG/],
  ["an animation: its first picture", animate, "160 × 120 × 4", "320 × 240 × 4"],
  [
    "a CMYK JPEG",
    async () => (await photo()).toColourspace("cmyk").jpeg().toBuffer(),
    "160 × 120 × 4",
    "320 × 240 × 3",
  ],
  [
    "a 16-bit PNG",
    async () => (await photo()).toColourspace("rgb16").png().toBuffer(),
    "160 × 120 × 4",
    "320 × 240 × 3",
  ],
  ["a grey PNG", async () => (await photo()).greyscale().png().toBuffer(), "160 × 120 × 4", "320 × 240 × 3"],
  ["a header of 400 megapixels", () => claim(20_000, 20_000), /more than 50 megapixels/, /more than 50 megapixels/],
  ["a single pixel", () => plain(1, 1), "This picture is too small to cut out.", "2 × 2 × 3"],
  ["a thread of a picture", () => plain(3000, 2), "This picture is too small to cut out.", "6000 × 4 × 3"],
  ["a picture of nothing", () => plain(90, 60, 0), "This picture is completely transparent.", "180 × 120 × 4"],
]

describe("a file that is", () => {
  test.each(files)("%s", async (_, make, cut, large) => {
    const file = await make()
    const wanted = (what: string | RegExp) => (typeof what === "string" ? what : expect.stringMatching(what))
    expect(await cutOutOf(file)).toEqual(wanted(cut))
    expect(await enlargementOf(file)).toEqual(wanted(large))
    const isShootable = typeof cut === "string" && cut.includes("×")
    expect(await shotOf(file)).toEqual(wanted(isShootable ? "48 × 48 × 3" : cut))
  })

  test.each<[string, () => Promise<Uint8Array>, string]>([
    ["cut short", async () => short(await (await photo()).jpeg().toBuffer()), "unreadable"],
    ["larger than memory", () => claim(20_000, 20_000), "unreadable"],
    ["a single pixel", () => plain(1, 1), "too_small"],
    ["a picture of nothing", () => plain(500, 400, 0), "no_product"],
    ["an empty sheet", () => plain(500, 400), "no_product"],
  ])("%s is named in the inspection", async (_, make, code) => {
    expect(await findingsOf(await make())).toContain(code)
  })
})

describe("an order for", () => {
  const order: PictureOrder = {
    kind: "picture",
    mode: "flux1.1-pro",
    style: "plain",
    prompt: "",
    sentPrompt: "",
    width: 64,
    height: 64,
    count: 1,
    seed: 1,
    format: "png",
    raw: false,
  }
  const drawn = async (change: Partial<PictureOrder>): Promise<string> => {
    const result = await attempt<"picture">({ ...order, ...change })
    if (typeof result === "string") return result
    const { width, height } = await sharp(result[0]?.bytes).metadata()
    return `${width} × ${height}`
  }

  test.each<[string, string]>([
    ["no words at all", ""],
    ["blanks", "   \n\t "],
    ["signs", "🙂 %00 \u0000 <script> ../.. ￿"],
    ["5,000 letters without a blank", "q".repeat(5_000)],
    ["5,000 letters of words", "a red mug and a blue vase on a wooden table, ".repeat(112).slice(0, 5_000)],
    ["5,000 letters of one quoted text", `a sign "${"SALE ".repeat(1_000)}"`],
  ])("%s is a picture", async (_, prompt) => {
    expect(await drawn({ prompt })).toBe("64 × 64")
  })

  test.each<[string, number, number, string | RegExp]>([
    ["a shape beyond all ratios", 1200, 8, "1200 × 8"],
    ["one pixel", 1, 1, "1 × 1"],
    ["no width", 0, 64, /whole numbers/],
    ["half a pixel", 64.5, 64, /whole numbers/],
    ["more than anybody has", 1e9, 1e9, /at most 4/],
  ])("%s is drawn or refused", async (_, width, height, wanted) => {
    expect(await drawn({ width, height })).toEqual(typeof wanted === "string" ? wanted : expect.stringMatching(wanted))
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

const photo = async () => sharp(await drawProductPhoto()).removeAlpha()

const short = (file: Uint8Array): Uint8Array => file.subarray(0, Math.floor(file.length * 0.6))

function noiseAfter(head: number[]): Uint8Array {
  return Uint8Array.from({ length: 4_000 }, (_, i) => head[i] ?? (i * 2_654_435_761) >>> 24)
}

function plain(width: number, height: number, alpha?: number): Promise<Uint8Array> {
  const channels = alpha === undefined ? 3 : 4
  const background = { r: 230, g: 226, b: 220, alpha: alpha ?? 1 }
  return sharp({ create: { width, height, channels, background } }).png().toBuffer()
}

async function animate(): Promise<Uint8Array> {
  const page = await (await photo()).raw().toBuffer()
  const raw = { width: 160, height: 240, channels: 3, pageHeight: 120 } as const
  return sharp(Buffer.concat([page, Buffer.alloc(page.length)]), { raw })
    .gif()
    .toBuffer()
}

/** As phones in portrait mode write it: a second picture, of depth, behind the first, told of in a segment of its own. */
async function portrait(): Promise<Uint8Array> {
  const first = await (await photo()).jpeg().toBuffer()
  const depth = await sharp(await plain(80, 60))
    .greyscale()
    .jpeg()
    .toBuffer()
  const told = Buffer.from("MPF\0MM\0*\0\0\0\x08\0\0\0\0\0\0", "latin1")
  const segment = Buffer.from([0xff, 0xe2, 0, told.length + 2])
  return Buffer.concat([first.subarray(0, 2), segment, told, first.subarray(2), depth])
}

/** A PNG whose header claims a size that its data does not have. */
async function claim(width: number, height: number): Promise<Uint8Array> {
  const png = Buffer.from(await plain(8, 8))
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
