import type { Browser, Page, PageScreenshotOptions } from "@playwright/test"
import { messages } from "#contract/messages.ts"
import { signUp } from "./sign-up.ts"

/** A screen of the running product, in one theme. */
export interface Screen {
  /** Name in the manifest of pictures: `screen-<step>-<theme>`. */
  name: string
  alt: string
  width: number
  height: number
  bytes: Uint8Array
}

type Clip = NonNullable<PageScreenshotOptions["clip"]>

const themes = ["light", "dark"] as const

/** What is kept of each screen, in pixels of the file; a phone's window stands twice as large in it. */
const kept = { width: 780, height: 1040 } as const
const phone = { width: 390, height: 520 } as const
/** Taller, so that the picture and the words under it stand between the header and the docked button. */
const tallPhone = { width: 390, height: 800 } as const
/** Wide enough for two columns. */
const tablet = { width: 780, height: 1040 } as const

const prompt = "an amber glass perfume bottle on a marble podium, golden light"
const shape = "4:5"

/** Longest wait for a picture on a busy machine, in ms. */
const drawMs = 600_000

/** Words for the gallery, from the mode that costs least: with the prompt above, the welcome credits pay for them. */
const galleryPrompts = [
  "a sage green cream jar with a gold lid on linen, soft window light",
  "brown leather sandals on sand, golden light",
  "a clay bowl of jollof rice on a wooden table, warm window light",
  "a gold ring with a ruby red gem on indigo cloth, soft light",
  "a tan leather handbag on a podium, studio light",
  "a blue enamel mug on a market stall with ankara cloth, morning light",
]

const plain = { isMobile: true, hasTouch: true, reducedMotion: "reduce", colorScheme: "light" } as const

/** Goes through the studio as a new person does and takes its three main screens, in both themes. */
export async function takeScreens(browser: Browser, url: string): Promise<Screen[]> {
  const small = await browser.newContext({ ...plain, baseURL: url, viewport: phone, deviceScaleFactor: 2 })
  const page = await small.newPage()
  await signUp(page)
  const screens = [...(await takePrompt(page)), ...(await takeDrawing(page))]
  await orderMore(page)
  const storageState = await small.storageState()
  await small.close()
  const wide = await browser.newContext({ ...plain, baseURL: url, viewport: tablet, storageState })
  screens.push(...(await takeGallery(await wide.newPage())))
  await wide.close()
  return screens
}

async function takePrompt(page: Page): Promise<Screen[]> {
  await page.goto(`/generations/flux?${new URLSearchParams({ mode: "flux1.1-pro", prompt, shape })}`)
  const words = page.getByLabel("Prompt", { exact: true })
  await words.waitFor()
  await putAtTop(page, "label:has-text('Prompt')", 12)
  return takeBoth(page, "prompt", "The generator on a phone: a prompt, the shapes, and the button with its price")
}

async function takeDrawing(page: Page): Promise<Screen[]> {
  await page.setViewportSize(tallPhone)
  await page.getByRole("button", { name: /^Generate \(/ }).click()
  await page.getByRole("img", { name: /preview/i }).waitFor({ timeout: drawMs })
  // The usual wait, also where this machine is busy.
  await page.getByText(messages.imageBusy).waitFor({ timeout: drawMs })
  await putAtTop(page, "section[aria-label='Generated image']", 0)
  const header = await page.locator("header").first().boundingBox()
  const clip = { ...phone, x: 0, y: header?.height ?? 0 }
  const screens = await takeBoth(page, "drawing", "A picture being drawn: a first preview and how far it is", clip)
  await page.getByRole("link", { name: "View Image" }).waitFor({ timeout: drawMs })
  return screens
}

/** Orders the pictures of the gallery. */
async function orderMore(page: Page): Promise<void> {
  for (const words of galleryPrompts) {
    const order = { prompt: words, aspect_ratio: shape, num_outputs: 1 }
    const { origin } = new URL(page.url())
    const answer = await page.request.post("/image-gen-with-flux-dev-realism", { data: order, headers: { origin } })
    if (!answer.ok()) throw new Error(await answer.text())
  }
}

async function takeGallery(page: Page): Promise<Screen[]> {
  await page.goto("/photo-gallery")
  const last = galleryPrompts.at(-1) ?? ""
  await page.getByRole("img", { name: last }).first().waitFor({ timeout: drawMs })
  await page.reload()
  await page.getByRole("img", { name: last }).first().waitFor()
  await page.waitForLoadState("networkidle")
  await page.evaluate("scrollTo(0, 0)")
  return takeBoth(page, "gallery", "The gallery with the pictures a person made")
}

/** Scrolls until the element stands that many pixels under the header. */
async function putAtTop(page: Page, selector: string, gap: number): Promise<void> {
  const [header, element] = await Promise.all(
    ["header", selector].map((one) => page.locator(one).first().boundingBox()),
  )
  await page.evaluate(`scrollBy(0, ${(element?.y ?? 0) - (header?.height ?? 0) - gap})`)
}

async function takeBoth(page: Page, step: string, alt: string, clip?: Clip): Promise<Screen[]> {
  const screens: Screen[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    const bytes = await page.screenshot({ animations: "disabled", caret: "hide", ...(clip && { clip }) })
    screens.push({ name: `screen-${step}-${theme}`, alt, ...kept, bytes })
  }
  await page.emulateMedia({ colorScheme: "light" })
  return screens
}
