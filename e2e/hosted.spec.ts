import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { usualFees } from "#contract/catalogue/fees.ts"
import { messages } from "#contract/messages.ts"
import { unpackDatabase } from "#server/testing/processes/processes.ts"
import { type FakeCloudinary, playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeFlutterwave, playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { type FakeOpenAi, playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { expectAccessible } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { expectDrawn, expectStatus, orderShoot } from "./picture-work.ts"
import { iphonePhoto, productPhotos } from "./product-photos.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 2
const url = `http://localhost:${port}`

const createPath = "POST /replicate/v1/models/"
/** Every call that Replicate is paid for. */
const paidCalls = /^POST \/replicate\/v1\/(models\/.+\/)?(predictions|trainings)$/
/** What each person begins with: enough for the whole studio. */
const credits = 150

let fakes: FakeServer
let replicate: FakeReplicate
let openai: FakeOpenAi
let host: FakeCloudinary
let flutterwave: FakeFlutterwave
let dataDir: string
let product: ChildProcess

// Not the product that the other journeys share.
test.use({ baseURL: url })

test.beforeAll(async () => {
  fakes = await openFakeServer()
  replicate = playReplicate(fakes)
  host = playCloudinary(fakes)
  openai = playOpenAi(fakes)
  flutterwave = playFlutterwave(fakes)
  dataDir = mkdtempSync(join(tmpdir(), "aworan-hosted-"))
  unpackDatabase(dataDir)
  await start()
})
test.afterAll(async () => {
  await end("SIGTERM")
  await fakes.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the product and waits until it answers. */
async function start(): Promise<void> {
  product = spawn(process.execPath, ["server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...replicate.settings,
      ...openai.settings,
      ...host.settings,
      ...{
        PAYMENTS: "flutterwave",
        FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1",
        FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey,
        FLUTTERWAVE_WEBHOOK_HASH: flutterwave.webhookHash,
        FLUTTERWAVE_BASE_URL: flutterwave.baseUrl,
      },
      ENGINE: "replicate",
      ENGINE_ROUTES: "dalle3=openai",
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: "100",
      LOG_LEVEL: "warn",
      WELCOME_CREDITS: String(credits),
    },
  })
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
}

async function end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const ended = once(product, "exit")
  product.kill(signal)
  await ended
}

/** What the person of a page has. */
async function balanceOf(page: Page): Promise<{ credits: number; held: number }> {
  return (await (await page.request.get("/credits")).json()).data
}

/** Orders one picture of a mode. */
async function order(page: Page, mode: string, prompt: string): Promise<void> {
  await page.goto(`/generations/flux?mode=${mode}`)
  await page.getByLabel("Prompt", { exact: true }).fill(prompt)
  await page.getByRole("button", { name: /^Generate \(/ }).click()
}

/** Orders one picture of a mode and waits until it is there. */
async function draw(page: Page, mode: string, prompt: string): Promise<void> {
  await order(page, mode, prompt)
  await expect(page.getByRole("img", { name: prompt }).first()).toBeVisible()
}

test("with hosted engines and an outside image host the studio is the same, and each call is sent once", {
  tag: "@desk",
}, async ({ page }) => {
  await signUpConfirmed(page, url)

  await test.step("killed before Replicate has answered, it delivers the picture all the same", async () => {
    const { finishMs } = replicate.behaviour
    replicate.behaviour.finishMs = null
    fakes.script([{ match: createPath, times: 1, fault: { isTaken: true, hangs: true } }])
    await order(page, "flux1.1-pro", "a clay pot on a wooden table")
    await expect.poll(() => replicate.predictions().length).toBe(1)
    await end("SIGKILL")
    await start()
    replicate.behaviour.finishMs = finishMs
    const [made] = replicate.predictions()
    await replicate.advance(made?.id ?? "", "succeeded")
    await expect.poll(async () => (await balanceOf(page)).held).toBe(0)
    await page.goto("/photo-gallery")
    await expect(page.getByRole("img", { name: "a clay pot on a wooden table" }).first()).toBeVisible()
    expect(fakes.count(createPath)).toBe(1)
  })

  await test.step("a picture by OpenAI", async () => {
    await draw(page, "dalle3", "a woven basket of oranges")
    expect(fakes.count("POST /openai/v1/images/generations")).toBe(1)
    await expect(page.getByText("Local engine")).toHaveCount(0)
  })

  // Little more than the smallest that is taken: the training looks at each by itself.
  const photos = await productPhotos(480)
  const fileField = page.locator("input[type=file]").first()
  const photo = photos.slice(0, 1)
  const result = page.getByRole("region", { name: "Generated Image" })

  await test.step("a photo goes from the browser to Cloudinary, and loses its background at Replicate", async () => {
    await page.goto("/generations/bg-remover")
    await fileField.setInputFiles(photo)
    await expect.poll(() => host.held.size).toBe(1)
    await page.getByRole("button", { name: `Generate (${usualFees["bg-remover"]} credit)` }).click()
    await expectDrawn(result.getByRole("link", { name: "View Image" })).toBeVisible()
    expect(replicate.predictions()).toHaveLength(2)
  })

  await test.step("it is made larger, and told in words to draw it again", async () => {
    await page.goto("/generations/photo-upscaling")
    await fileField.setInputFiles(photo)
    await page.getByRole("button", { name: `Generate (${usualFees["photo-upscaling"]} credit)` }).click()
    await expectDrawn(page.getByText("480 × 480 px became 960 × 960 px")).toBeVisible()
    await page.goto("/generations/image-to-prompt")
    await fileField.setInputFiles(photo)
    await page.getByRole("button", { name: `Generate (${usualFees["image-to-prompt"]} credit)` }).click()
    const words = page.getByLabel("You can change it")
    await expect(words).toHaveValue("a clay pot on a wooden table, soft window light")
    expect(replicate.predictions()).toHaveLength(4)
    await expectAccessible(page)
  })

  await test.step("three photos, one as iPhones take them, become a trained model, its shoot and a picture by words", async () => {
    const card = await orderShoot(
      page,
      [...photos.slice(0, 2), ...(await Promise.all(photos.slice(2).map(iphonePhoto)))],
      `${usualFees.training} credit`,
    )
    await expectStatus(card, "Photoshoot ready")
    expect(replicate.predictions()).toHaveLength(10)
    await card.getByRole("link", { name: "See Photos" }).click()
    await expect(page).toHaveURL(/\/photoshoot-gallery\?model=/)
    await expect(page.getByRole("main").getByRole("img").first()).toBeVisible()
    await page.goto("/training-dataset")
    await card.getByRole("button", { name: "Generate Image" }).click()
    await page.getByLabel("Prompt", { exact: true }).fill("my tin on a beach at golden hour")
    await page.getByRole("button", { name: `Generate (${usualFees["own-model"]} credit)` }).click()
    await expectDrawn(page.getByRole("link", { name: "View Image" })).toBeVisible()
    await page.goto("/lora-gallery")
    await expect(page.getByRole("img", { name: "my tin on a beach at golden hour" })).toBeVisible()
  })

  await test.step("every one of these calls was sent exactly once, and paid once", async () => {
    expect([replicate.predictions().length, replicate.trainings().length]).toEqual([11, 1])
    expect(fakes.count(paidCalls)).toBe(12)
    const told = [...replicate.predictions(), ...replicate.trainings()].filter(({ webhook }) => webhook !== null)
    expect(told).toHaveLength(12)
    const fees = usualFees
    const paid =
      fees["flux1.1-pro"] + fees.dalle3 + fees["bg-remover"] + fees["photo-upscaling"] + fees["image-to-prompt"]
    const left = credits - paid - fees.training - fees["own-model"]
    expect(await balanceOf(page)).toMatchObject({ credits: left, held: 0 })
  })

  await test.step("its pictures are in the gallery", async () => {
    await page.goto(`/photo-gallery`)
    for (const name of ["a clay pot on a wooden table", "a woven basket of oranges", "tin 1"]) {
      await expect(page.getByRole("img", { name }).first()).toBeVisible()
    }
  })
})

/** Orders the smallest plan. */
async function orderBasic(page: Page): Promise<void> {
  await page.goto("/credits-billing")
  await page.getByRole("radio", { name: "Naira" }).check()
  await page.getByRole("radio", { name: /Basic/ }).check()
  await page.getByRole("button", { name: "Pay" }).click()
}

/** Has the order whose page is open be paid at Flutterwave. @returns the number of the payment */
function payAtProvider(reference: string): number {
  return flutterwave.pay({ tx_ref: reference, amount: 6_000, currency: "NGN", status: "successful" })
}

const referenceOf = (page: Page): string => /\d{13}-[0-9a-f]{24}/.exec(page.url())?.[0] ?? ""

test("credits are paid at Flutterwave, in its window and where the window's script does not load", {
  tag: "@desk",
}, async ({ page }) => {
  const script = "https://checkout.flutterwave.com/v3.js"
  await signUpConfirmed(page, url)

  await test.step("the script is tried three times, a second apart; then the provider's own page is offered", async () => {
    const tries: number[] = []
    await page.route(script, (route) => {
      tries.push(Date.now())
      return route.abort()
    })
    await page.route("https://checkout.flutterwave.com/v3/hosted/pay/*", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Pay here</h1>" }),
    )
    await orderBasic(page)
    const hosted = page.getByRole("button", { name: "Open the hosted payment page" })
    await expect(hosted).toBeVisible()
    await expect(page.getByText(messages.paymentScriptFailed).first()).toBeVisible()
    expect(tries).toHaveLength(3)
    for (const [n, at] of tries.slice(1).entries()) expect(at - (tries[n] ?? at)).toBeGreaterThan(950)
    await expectAccessible(page)
    const reference = referenceOf(page)
    await hosted.click()
    await expect(page.getByRole("heading", { name: "Pay here" })).toBeVisible()

    const { headers, body } = flutterwave.notice(payAtProvider(reference), "verif-hash")
    expect((await fetch(`${url}/webhooks/flutterwave`, { method: "POST", headers, body })).status).toBe(200)
    const order = async () => (await (await page.request.get(`/orders/${reference}`)).json()).data.status
    await expect.poll(order).toBe("paid")
    await page.goto(`/payment/${reference}`)
    await expect(page.getByRole("heading", { name: "Paid", exact: true })).toBeVisible()
    await expect(page.getByLabel(`${credits + 200} credits`).first()).toBeVisible()
  })

  await test.step("its window opens over the page, and what it says is asked of the provider", async () => {
    await page.unroute(script)
    // The provider's side of the window, as far as the page sees it.
    await page.route(script, (route) => {
      const paid = JSON.stringify({ status: "successful", transaction_id: payAtProvider(referenceOf(page)) })
      const body = `window.FlutterwaveCheckout = ({ callback }) => (setTimeout(() => callback(${paid})), { close() {} })`
      return route.fulfill({ contentType: "text/javascript", body })
    })
    await orderBasic(page)
    await expect(page).toHaveURL(/\/generations\/flux\?mode=flux1\.1-pro$/)
    await expect(page.getByLabel(`${credits + 400} credits`).first()).toBeVisible()
  })
})
