import { readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { PhotoVerdict } from "#server/adapters/image-engine/port.ts"
import { createLocalEngine, type LocalEngine } from "./engine.ts"

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let engine: LocalEngine
let photo: Buffer

beforeAll(async () => {
  engine = createLocalEngine({ threads: 2 })
  photo = await readFile(join(import.meta.dirname, "../../../../bench/imaging/renders/07-headphones-color.webp"))
})

afterAll(() => engine.stop())

const inspect = (files: readonly Uint8Array[]): Promise<PhotoVerdict[]> =>
  engine.run<"inspection">(
    { kind: "inspection", files },
    {
      signal: new AbortController().signal,
      onProgress() {},
      onPreview() {},
      providerJobId: null,
      saveProviderJobId: async () => {},
    },
  )

const codesOf = (verdict: PhotoVerdict | undefined): string[] => (verdict?.findings ?? []).map(({ code }) => code)

test("names what is wrong with odd versions of a good photo, and nothing else", async () => {
  const odd: [wanted: string[], file: Promise<Buffer>][] = [
    [[], sharp(photo).toBuffer()],
    [["blurred"], sharp(photo).flop().blur(6).toBuffer()],
    [["too_dark"], sharp(photo).rotate(90).linear(0.2, 0).toBuffer()],
    [["too_small"], sharp(photo).rotate(180).resize(300).toBuffer()],
    [["turned"], sharp(photo).rotate(270).modulate({ hue: 90 }).withMetadata({ orientation: 3 }).jpeg().toBuffer()],
    [["near_duplicate"], sharp(photo).resize(500).modulate({ brightness: 1.1 }).jpeg({ quality: 60 }).toBuffer()],
  ]
  const verdicts = await inspect(await Promise.all(odd.map(([, file]) => file)))
  expect(verdicts.map(codesOf)).toEqual(odd.map(([wanted]) => wanted))
  expect(verdicts.at(-1)?.duplicateOf).toBe(0)
  expect(verdicts.map(({ isUsable }) => isUsable)).toEqual([true, true, true, false, true, true])
})
