import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { usualFees } from "#contract/catalogue/fees.ts"
import { trainingPrice } from "#contract/catalogue/trainings.ts"
import { databaseId } from "#contract/project.ts"
import { type RunningProcess, startProcess } from "#server/testing/processes/processes.ts"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { expectDrawn, expectStatus, orderShoot, settleLooks } from "./picture-work.ts"
import { emptyPhotos, type PhotoFile, productPhotos, unsurePhoto } from "./product-photos.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 3
const url = `http://localhost:${port}`
const price = trainingPrice(usualFees, false)
const shootCredits = price.feeCredits * price.count
const credits = shootCredits + usualFees["own-model"]
/** Pixels. */
const photoSide = 480

let dataDir: string
let product: RunningProcess
let tins: PhotoFile[]
let sheets: PhotoFile[]

// Not the product that the other journeys share: this one is killed.
test.use({ baseURL: url })
test.describe.configure({ timeout: 1_800_000 })

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "aworan-own-model-"))
  // Little more than the smallest that is taken: every photo is looked at twice and cut out.
  const [tinPhotos, sheetPhotos] = await Promise.all([productPhotos(photoSide), emptyPhotos(photoSide), start(fast)])
  tins = tinPhotos
  sheets = sheetPhotos
})
test.afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Seconds for which a picture is drawn: a true one, only rough. */
const fast = 1
/** Long enough for a shoot to be seen halfway. */
const slow = 2

async function start(pictureSeconds: number): Promise<void> {
  const settings = { PORT: String(port), DATA_DIR: dataDir, WELCOME_CREDITS: String(credits) }
  product = await startProcess({ ...settings, ENGINE: "local", ENGINE_PICTURE_SECONDS: String(pictureSeconds) })
}

/** Ends the product and with it the worker, as a power cut would, and starts it again. */
async function cutPower(pictureSeconds: number): Promise<void> {
  await product.kill()
  await start(pictureSeconds)
}

async function balance(page: Page): Promise<{ credits: number; held: number }> {
  return (await (await page.request.get("/credits")).json()).data
}

test("three photos become a model, its shoot and pictures by words, on a phone though the worker is killed twice", {
  tag: "@phone",
}, async ({ page }) => {
  await signUpConfirmed(page, url)

  await test.step("photos without a product end in words and with the credits back", async () => {
    const card = await orderShoot(page, sheets, `${shootCredits} credit`)
    await expectStatus(card, "Training failed")
    await expect(card.getByText("We cannot tell the product from its background in any photo.")).toBeVisible()
    expect(await balance(page)).toEqual({ credits, held: 0 })
  })

  const card = page.getByRole("article").first()
  await test.step("good photos are trained and shot, whatever is killed meanwhile", async () => {
    await orderShoot(page, tins, `${shootCredits} credit`)
    await expectStatus(card, "Training in progress")
    await cutPower(slow)
    await expectDrawn(card.getByText(/^[2-5] of 6 pictures$/)).toBeVisible()
    await cutPower(fast)
    await expectStatus(card, "Photoshoot ready")
    await expectAccessibleInBothThemes(page)
    const { documents } = await (
      await page.request.get(`/v1/databases/${databaseId}/collections/photoshoots/documents`)
    ).json()
    expect(new Set(documents.map(({ template }: { template: string }) => template)).size).toBe(6)
    expect(documents).toHaveLength(6)
    expect(await balance(page)).toEqual({ credits: usualFees["own-model"], held: 0 })
  })

  await test.step("its six pictures are in the gallery", async () => {
    await card.getByRole("link", { name: "See Photos" }).click()
    await expect(page).toHaveURL(/\/photoshoot-gallery\?model=/)
    // A long gallery holds only what is near the window.
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        for (const image of await page.getByRole("main").getByRole("img").all()) {
          seen.add((await image.getAttribute("src")) ?? "")
        }
        // From the end back to the beginning, where a picture may have come late.
        await page.evaluate(() => {
          const before = scrollY
          scrollBy(0, innerHeight / 2)
          if (scrollY === before) scrollTo(0, 0)
        })
        return seen.size
      })
      .toBe(6)
    await expectAccessibleInBothThemes(page)
  })

  await test.step("it is drawn where words say, and that picture is in the gallery too", async () => {
    await page.goto("/training-dataset")
    await card.getByRole("button", { name: "Generate Image" }).click()
    await expect(page).toHaveURL(/\/generations-image\?mode=/)
    const prompt = page.getByLabel("Prompt", { exact: true })
    await expect(prompt).toHaveValue(/^a photo of \S+$/)
    await prompt.fill("my tin on a beach at golden hour")
    await page.getByRole("button", { name: `Generate (${usualFees["own-model"]} credit)` }).click()
    await expectDrawn(page.getByRole("link", { name: "View Image" })).toBeVisible()
    expect(await balance(page)).toEqual({ credits: 0, held: 0 })
    await expectAccessibleInBothThemes(page)
    await page.goto("/lora-gallery")
    await expect(page.getByRole("img", { name: "my tin on a beach at golden hour" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})

test("a shoot shows the unsure cut-outs before it is paid, and begins when each was taken or left out", {
  tag: "@phone",
}, async ({ page }) => {
  await signUpConfirmed(page, url)
  const unsure = await Promise.all(
    [0, 6, -6, 12].map((turn, index) => unsurePhoto(`two tins ${index + 1}.jpg`, photoSide, turn)),
  )
  await page.goto("/training?mode=food")
  await page.locator("input[type=file]").first().setInputFiles(unsure)
  await expectDrawn(page.getByText("Looking at it")).toHaveCount(0)
  await page.getByRole("checkbox", { name: "I have the right to use these photos." }).press("Space")
  const start = page.getByRole("button", { name: /^Start your .* shoot now/ })
  await start.click()
  const shown = page.getByRole("region", { name: "Look at these" })
  await expectDrawn(shown).toBeVisible()
  await expect(start).toBeDisabled()
  expect(await balance(page)).toEqual({ credits, held: 0 })
  await expectAccessibleInBothThemes(page)
  await shown.getByRole("button", { name: "Leave this photo out" }).click()
  await settleLooks(shown)
  await start.click()
  await expectDrawn(page).toHaveURL(/\/training-dataset$/)
  expect((await balance(page)).credits).toBe(credits - shootCredits)
})
