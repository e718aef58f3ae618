import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { type FakeCloudinary, playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { signUpConfirmed } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 2
const url = `http://localhost:${port}`

let fakes: FakeServer
let replicate: FakeReplicate
let host: FakeCloudinary
let dataDir: string
let product: ChildProcess

// Not the product that the other journeys share.
test.use({ baseURL: url })
test.describe.configure({ timeout: 120_000 })

test.beforeAll(async () => {
  fakes = await openFakeServer()
  replicate = playReplicate(fakes)
  host = playCloudinary(fakes)
  dataDir = mkdtempSync(join(tmpdir(), "aworan-hosted-"))
  product = spawn(process.execPath, ["server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...replicate.settings,
      ...playOpenAi(fakes).settings,
      ...host.settings,
      ...{ ENGINE: "replicate", ENGINE_ROUTES: "dalle3=openai" },
      ...{ PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "100", LOG_LEVEL: "warn" },
    },
  })
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
})
test.afterAll(async () => {
  product.kill("SIGTERM")
  if (product.exitCode === null) await once(product, "exit")
  await fakes.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Orders one picture of a mode and waits until it is there. */
async function draw(page: Page, mode: string, prompt: string): Promise<void> {
  await page.goto(`/generations/flux?mode=${mode}`)
  await page.getByLabel("Prompt", { exact: true }).fill(prompt)
  await page.getByRole("button", { name: /^Generate \(/ }).click()
  await expect(page.getByRole("img", { name: prompt }).first()).toBeVisible({ timeout: 30_000 })
}

test("with hosted engines and an outside image host the studio is the same, and each call is sent once", async ({
  page,
}) => {
  await signUpConfirmed(page, url)

  await test.step("a picture by Replicate, one by OpenAI", async () => {
    await draw(page, "flux1.1-pro", "a clay pot on a wooden table")
    expect(replicate.predictions()).toHaveLength(1)
    await draw(page, "dalle3", "a woven basket of oranges")
    expect(fakes.count("POST /openai/v1/images/generations")).toBe(1)
    await expect(page.getByText("Local engine")).toHaveCount(0)
  })

  await test.step("a photo goes from the browser to Cloudinary, and loses its background at Replicate", async () => {
    const [photo] = await productPhotos()
    if (!photo) throw new Error("There is no photo.")
    await page.goto(`/generations/bg-remover`)
    await page.locator("input[type=file]").first().setInputFiles(photo)
    await expect.poll(() => host.held.size).toBe(1)
    await page.getByRole("button", { name: "Generate (1 credit)" }).click()
    const result = page.getByRole("region", { name: "Generated Image" })
    await expect(result.getByRole("link", { name: "View Image" })).toBeVisible({ timeout: 30_000 })
    expect(replicate.predictions()).toHaveLength(2)
  })

  await test.step("all three are in the gallery", async () => {
    await page.goto(`/photo-gallery`)
    for (const name of ["a clay pot on a wooden table", "a woven basket of oranges", "tin 1"]) {
      await expect(page.getByRole("img", { name }).first()).toBeVisible()
    }
  })
})
