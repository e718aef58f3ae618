import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import sharp from "sharp"
import { expectAccessible } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { type RunningProcess, startProcess } from "#server/testing/processes/processes.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 3
const url = `http://localhost:${port}`
test.use({ baseURL: url })

let dir: string
let product: RunningProcess

const start = () => startProcess({ DATA_DIR: dir, PORT: String(port), RATE_LIMIT_FACTOR: "100" }, "server/main.ts", [])

test.beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-uploads-"))
  product = await start()
})
test.afterEach(async () => {
  await product.kill()
  rmSync(dir, { recursive: true, force: true })
})

/** A picture of 12 MB that nothing makes lighter. */
async function noise(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [width, height] = [2_000, 2_000]
  const raw = { width, height, channels: 3 } as const
  const buffer = await sharp(randomBytes(width * height * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name: "noise.png", mimeType: "image/png", buffer }
}

/** Counts the bytes of every piece that is begun, whatever becomes of it. @param fate told the number of the call, from 1 */
async function watchPieces(page: Page, fate: (call: number) => "goes" | "is cut" | Promise<"goes" | "is cut">) {
  const seen = { calls: 0, bytes: 0 }
  await page.route("**/v1/storage/buckets/images/files", async (route) => {
    const request = route.request()
    const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(request.headers()["content-range"] ?? "") ?? []
    if (request.method() !== "POST" || from === undefined) return route.continue()
    seen.calls += 1
    seen.bytes += Number(to) - Number(from) + 1
    if ((await fate(seen.calls)) === "is cut") await route.abort("connectionreset")
    else await route.continue().catch(() => undefined)
  })
  return seen
}

const uploaded = (page: Page) =>
  expect(page.getByText("Image uploaded successfully.")).toBeVisible({ timeout: 120_000 })

/** Sizes of what the person keeps, in bytes. */
async function keptSizes(page: Page): Promise<number[]> {
  const reply = await page.request.get("/v1/storage/buckets/images/files")
  return ((await reply.json()) as { files: { sizeOriginal: number }[] }).files.map(({ sizeOriginal }) => sizeOriginal)
}

test("12 MB that are cut three times send no more than 1.05 times their bytes", { tag: "@phone" }, async ({ page }) => {
  await signUpConfirmed(page, url)
  await page.goto("/generations/photo-upscaling")
  const photo = await noise()
  const cuts = [9, 31, 60]
  const seen = await watchPieces(page, (call) => (cuts.includes(call) ? "is cut" : "goes"))
  await page.locator('input[type="file"]').first().setInputFiles(photo)
  await uploaded(page)
  expect(await keptSizes(page)).toEqual([photo.buffer.length])
  expect(seen.bytes / photo.buffer.length).toBeLessThanOrEqual(1.05)
  expect(seen.bytes).toBeGreaterThan(photo.buffer.length)
})

test("an upload goes on after a pause, a reload and a server that was killed", { tag: "@phone" }, async ({ page }) => {
  await signUpConfirmed(page, url)
  await page.goto("/generations/photo-upscaling")
  const photo = await noise()
  const atReload = Promise.withResolvers<void>()
  const hold = Promise.withResolvers<void>()
  const seen = await watchPieces(page, async (call): Promise<"goes" | "is cut"> => {
    if (call === 20) await product.kill()
    if (call === 45) {
      atReload.resolve()
      await hold.promise
    }
    return "goes"
  })
  await page.locator('input[type="file"]').first().setInputFiles(photo)
  await expect(page.getByText(/No connection. The upload goes on/)).toBeVisible()
  await expectAccessible(page)
  product = await start()
  await atReload.promise
  await page.getByRole("button", { name: "Pause" }).click()
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible()
  hold.resolve()
  await page.reload()
  await uploaded(page)
  expect(await keptSizes(page)).toEqual([photo.buffer.length])
  expect(seen.bytes / photo.buffer.length).toBeLessThanOrEqual(1.05)
})

test("a phone's photo is made lighter before it goes up, and the original goes when it is asked for", {
  tag: "@phone",
}, async ({ page }) => {
  await signUpConfirmed(page, url)
  const [width, height] = [4_000, 3_000]
  const grain = await sharp(randomBytes((width * height) / 4), {
    raw: { width: width / 2, height: height / 2, channels: 1 },
  })
    .blur(1.2)
    .resize(width, height)
    .toColourspace("srgb")
    .jpeg({ quality: 88 })
    .toBuffer()
  expect(grain.length).toBeGreaterThan(1_000_000)
  await page.goto("/generations/bg-remover")
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "phone.jpg", mimeType: "image/jpeg", buffer: grain })
  await uploaded(page)
  await expect(page.getByText(/^Made lighter to send: .+ in place of /)).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: "test-results/lighter.png" })
  const [lighter = 0] = await keptSizes(page)
  expect(lighter).toBeLessThan((grain.length * 2) / 3)
  await page.getByRole("button", { name: "Send the original" }).click()
  await expect(page.getByText(/^Made lighter to send/)).toHaveCount(0)
  await expect.poll(() => keptSizes(page)).toContain(grain.length)
})
