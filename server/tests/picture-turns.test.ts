import type { AddressInfo } from "node:net"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import { filesAt, twoColours, upload, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
let base = ""
let heavy: TestPerson
let other: TestPerson
/** Address of a picture of few bytes and many pixels. */
let photo = ""
let photoId = ""

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  base = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  heavy = await t.signUp({ isVerified: true })
  other = await t.signUp({ isVerified: true })
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: "white" } })
    .png({ palette: true, colours: 2 })
    .toBuffer()
  photoId = (await uploaded(t, large, { person: heavy, bucket: "images", name: "large.png" })).$id
  photo = `/v1/storage/buckets/images/files/${photoId}/view?project=aworan`
})
afterAll(() => t.close())

function exported(person: TestPerson, presets: string, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ image: photo, presets })
  return fetch(`${base}/exports/download?${query}`, {
    headers: { cookie: person.cookie },
    ...(signal ? { signal } : {}),
  })
}

async function timed(work: () => Promise<{ statusCode: number }>): Promise<number> {
  const began = performance.now()
  const { statusCode } = await work()
  expect(statusCode).toBeLessThan(300)
  return performance.now() - began
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
}

describe("the free work of one person", () => {
  test("keeps nobody else from uploading, and no call waiting", { timeout: 300_000 }, async () => {
    const small = await twoColours(64, 64).png().toBuffer()
    const send = () => timed(() => upload(t, small, { person: other, bucket: "images", name: "a.png" }))
    const look = () => timed(() => t.request("GET", "/v1/account", { person: other }))
    const alone = { send: 0, look: 0 }
    for (let turn = 0; turn < 3; turn++) {
      alone.send = Math.max(alone.send, await send())
      alone.look = Math.max(alone.look, await look())
    }
    const end = new AbortController()
    const presets = exportPresets.map(({ slug }) => slug).join(",")
    const works = Array.from({ length: 12 }, (_, number) => [
      exported(heavy, presets, end.signal),
      fetch(`${base}${filesAt("images", photoId, "preview")}?width=${900 + number}&output=png`, {
        headers: { cookie: heavy.cookie },
        signal: end.signal,
      }),
    ]).flat()
    const settled = Promise.allSettled(works)
    try {
      // As soon as the first of them is worked on.
      await Promise.race([new Promise((resolve) => setImmediate(resolve)), settled])
      const sends: number[] = []
      const looks: number[] = []
      for (let turn = 0; turn < 5; turn++) {
        sends.push(await send())
        looks.push(await look(), await look(), await look())
      }
      // A busy machine makes everything slower, alike.
      expect(p95(sends)).toBeLessThan(Math.max(1_000, 10 * alone.send))
      expect(p95(looks)).toBeLessThan(Math.max(1_000, 10 * alone.look))
    } finally {
      end.abort()
      await settled
    }
  })

  test("ends when nobody waits for it any more", { timeout: 120_000 }, async () => {
    const reads = vi.spyOn(t.s.storage, "get")
    const left = new AbortController()
    const works = Array.from({ length: 8 }, () => exported(heavy, "amazon-2000", left.signal))
    const settled = Promise.allSettled(works)
    await until(async () => reads.mock.calls.length > 0)
    left.abort()
    await settled
    const reply = await exported(heavy, "link-preview")
    expect(reply.status).toBe(200)
    // The one that was begun may end its step; this one is read as well.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(3)
    reads.mockRestore()
  })
})
