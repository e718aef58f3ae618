/**
 * How the product answers on a phone at the end of a thin line: 390 px, 400 kbit/s, 400 ms, a processor four times slower.
 * BENCH_URL takes a product that runs already.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "@playwright/test"
import sharp from "sharp"
import { emptyProduct } from "#contract/studio/shelf.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { shareFromPhone } from "#e2e/phone/share-from-phone.ts"
import { type PhotoFile, productPhotos } from "#e2e/product-photos.ts"
import { browserPath, openProduct } from "./product.ts"

/** The line and the phone for which the bars are stated. */
const thinLine = { cpuRate: 4, bytesPerSecond: 400_000 / 8, latencyMs: 400 } as const

/** Sides of the photo that is shared, in pixels: with its grain it has about 3 MB. */
const photoSide = 2_900

/** Photos in the gallery: more than a phone's screen and what is fetched ahead of it show. */
const galleryPhotos = 6

const patience = { timeout: 180_000 } as const

let isWithinBars = true

function add(what: string, value: number, unit: "s" | "kB", bar: number): void {
  const isMet = value <= bar
  isWithinBars &&= isMet
  process.stdout.write(`${what.padEnd(44)}${value.toFixed(1).padStart(8)} ${unit}   bar ${bar}${isMet ? "" : " !"}\n`)
}

/** A browser with nothing kept, at this product. @param state whom it is signed in as */
function newPhone(state?: BrowserContextOptions["storageState"]): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    ...(state && { storageState: state }),
  })
}

/** What tells a page of its line as a device does: Chromium 150 tells it to no new page by itself. */
type TellLine = () => Promise<unknown>

/** A page whose line is thin and whose processor is slow, with the bytes that came over it. */
async function openThin(phone: BrowserContext): Promise<{ page: Page; kilobytes: () => number; tellLine: TellLine }> {
  const page = await phone.newPage()
  const session = await phone.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Emulation.setCPUThrottlingRate", { rate: thinLine.cpuRate })
  const line = {
    offline: false,
    latency: thinLine.latencyMs,
    downloadThroughput: thinLine.bytesPerSecond,
    uploadThroughput: thinLine.bytesPerSecond,
  }
  await session.send("Network.emulateNetworkConditions", line)
  let bytes = 0
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return { page, kilobytes: () => bytes / 1_000, tellLine: () => session.send("Network.overrideNetworkState", line) }
}

const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000

/** Seconds from asking for a page until something of it is seen. */
async function secondsUntil(page: Page, path: string, seen: string): Promise<number> {
  const begun = performance.now()
  await page.goto(path, { waitUntil: "commit", ...patience })
  await page
    .locator(seen)
    .first()
    .waitFor({ state: "visible", ...patience })
  return secondsSince(begun)
}

/** Makes somebody with a product on the shelf and photos in the gallery. @returns what signs a browser in as them */
async function makePerson() {
  const phone = await newPhone()
  const page = await phone.newPage()
  await signUpConfirmed(page, product.url)
  const send = async (path: string, what: object): Promise<void> => {
    const answer = await page.request.post(path, { headers: { origin: product.url }, ...what })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  }
  await send("/shelf/products", { data: { ...emptyProduct, name: "Tin of tea" } })
  const photos = await productPhotos(1_600)
  for (let number = 0; number < galleryPhotos; number++) {
    const file = photos[number % photos.length]
    if (file) await send("/v1/storage/buckets/images/files", { multipart: { fileId: "unique()", file } })
  }
  const state = await phone.storageState()
  await phone.close()
  return state
}

/** What somebody sees who comes for the first time. */
async function measureNewcomer(): Promise<void> {
  for (const [what, path, seen] of [
    ["the first page can be read", "/", "h1"],
    ["the form of signing up stands", "/sign-up", "input[type=email]"],
  ] as const) {
    const phone = await newPhone()
    add(what, await secondsUntil((await openThin(phone)).page, path, seen), "s", 2.5)
    await phone.close()
  }
}

/** The studio, first with an empty browser and then with what that kept. */
async function measureStudio(phone: BrowserContext): Promise<void> {
  for (const [how, bar] of [
    ["cold", 5],
    ["warm", 2],
  ] as const) {
    const { page, kilobytes } = await openThin(phone)
    add(`the studio can be used, ${how}`, await secondsUntil(page, "/app", "textarea"), "s", bar)
    await page.getByRole("heading", { name: "First steps" }).waitFor(patience)
    add(`until all of it is alive, ${how}`, kilobytes(), "kB", 300)
    await page.waitForLoadState("networkidle", patience)
    await page.close()
  }
}

const galleryPath = "/photo-gallery?tab=uploads"
const uploadSeen = 'img[alt^="tin "]'

async function measureGallery(phone: BrowserContext): Promise<void> {
  const { page, kilobytes } = await openThin(phone)
  await page.goto(galleryPath, { waitUntil: "commit", ...patience })
  await page.waitForResponse(/\/images\/files\/[^/]+\/preview/, patience)
  await page.waitForLoadState("networkidle", patience)
  add(`a gallery of ${galleryPhotos} photos, cold`, kilobytes(), "kB", 400)
  await page.close()
}

/** Pages that open without a line, and what of them is seen then. */
const offlinePages = [
  ["the studio", "/app", "textarea"],
  ["a gallery", galleryPath, uploadSeen],
  ["the shelf", "/shelf", "a:has-text('Tin of tea')"],
  ["the draft of an order", "/generations/flux?mode=flux1.1-pro", "textarea:text('a blue mug')"],
] as const

/** What of a browser's page tells that the app's worker answers it. */
interface WithWorker {
  navigator: { serviceWorker: { controller: object | null } }
}

/** Opens each of them once with a line, and again without one. */
async function measureOffline(phone: BrowserContext): Promise<void> {
  const page = await phone.newPage()
  await page.goto("/app")
  // It answers, and keeps what is seen, once it has all files.
  await page.waitForFunction(
    () => (globalThis as unknown as WithWorker).navigator.serviceWorker.controller,
    undefined,
    patience,
  )
  for (const [, path, seen] of offlinePages) {
    await page.goto(path, { waitUntil: "networkidle" })
    if (path.startsWith("/generations")) await page.getByLabel("Prompt", { exact: true }).fill("a blue mug")
    await page.locator(seen).first().waitFor(patience)
    // What was seen and typed is put aside a moment after it is.
    await page.waitForTimeout(3_000)
  }
  const session = await phone.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: thinLine.cpuRate })
  await phone.setOffline(true)
  const away = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  for (const [what, path, seen] of offlinePages) {
    const begun = performance.now()
    await page.goto(path, { waitUntil: "commit" })
    // Chromium 150 tells no new page that there is no network, unlike a device.
    await session.send("Network.overrideNetworkState", away)
    await page
      .locator(seen)
      .first()
      .waitFor({ state: "visible", ...patience })
    add(`${what} is there without a line`, secondsSince(begun), "s", 2)
  }
  await phone.setOffline(false)
  await page.close()
}

/** A tin of tea with the grain of a phone's camera, always the same. */
async function phonePhoto(): Promise<PhotoFile> {
  const [photo] = await productPhotos(photoSide)
  if (!photo) throw new Error("There is no photo.")
  const { data, info } = await sharp(photo.buffer).raw().toBuffer({ resolveWithObject: true })
  let state = 1
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    data[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + ((state >>> 16) & 31) - 16))
  }
  const { width, height, channels } = info
  return { ...photo, buffer: await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer() }
}

/** From the photo that the phone's gallery shares to its cut-out. */
async function measureShare(phone: BrowserContext): Promise<void> {
  const { page, tellLine } = await openThin(phone)
  await page.goto("/share", { waitUntil: "networkidle", ...patience })
  const photo = await phonePhoto()
  process.stdout.write(`a photo of ${(photo.buffer.length / 1_000_000).toFixed(1)} MB is shared\n`)
  await shareFromPhone(page, photo)
  const remove = page.getByRole("button", { name: "Remove its background" })
  await remove.waitFor(patience)
  await tellLine()
  const begun = performance.now()
  await remove.tap()
  await page.getByText("Image uploaded successfully.").waitFor(patience)
  add("it is sent", secondsSince(begun), "s", 12)
  await page.getByRole("button", { name: /^Generate \(/ }).tap(patience)
  await page.getByRole("img", { name: "Without its background" }).waitFor(patience)
  add("its cut-out is there", secondsSince(begun), "s", 40)
}

const product = await openProduct()
const executablePath = browserPath()
const browser: Browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
try {
  const person = await makePerson()
  await measureNewcomer()
  const phone = await newPhone(person)
  await measureStudio(phone)
  await measureGallery(await newPhone(person))
  await measureOffline(phone)
  await measureShare(phone)
} finally {
  await browser.close()
  await product.stop()
}
process.exit(isWithinBars ? 0 : 1)
