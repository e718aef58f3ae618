import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext } from "@playwright/test"
import sharp from "sharp"

/** Windows in CSS pixels, and how wide the stored picture is: wide enough to judge the look, small enough to keep. */
const windows = {
  phone: { width: 390, height: 844, storedPx: 195 },
  desk: { width: 1440, height: 900, storedPx: 480 },
} as const
type WindowName = keyof typeof windows
const windowNames = Object.keys(windows) as WindowName[]

const themes = ["light", "dark"] as const
type Theme = (typeof themes)[number]

/** How somebody sees a page. */
export interface Look {
  window: WindowName
  theme: Theme
}

/** File name of a page's look. */
function lookFile(address: string, { window, theme }: Look): string {
  return `${fileOf(address)}-${window}-${theme}.webp`
}

/** Opens pages so that they look the same each time. */
export function openContext(browser: Browser, baseURL: string, { window, theme }: Look): Promise<BrowserContext> {
  const { width, height } = windows[window]
  return browser.newContext({
    baseURL,
    viewport: { width, height },
    isMobile: false,
    hasTouch: false,
    colorScheme: theme,
    reducedMotion: "reduce",
  })
}

/** Most bytes of one picture; a long page is stored in less quality. */
const maxBytes = 58_000

/** Pages the site map leaves out because search engines have no use for them. */
const unlisted = ["/sign-up", "/sign-in", "/forgot-password", "/dev/ui"]

/** Every public page, the forms of an account, and the page of all parts. */
async function listAddresses(url: string): Promise<string[]> {
  const siteMap = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(address.replaceAll("&#38;", "&"))
    return `${pathname}${search}`
  })
  return [...listed, ...unlisted]
}

function fileOf(address: string): string {
  return address.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "home"
}

/** Takes every page at both widths in both themes. @returns names of the files */
export async function takePages(browser: Browser, url: string, dir: string): Promise<string[]> {
  mkdirSync(dir, { recursive: true })
  const addresses = await listAddresses(url)
  const files: string[] = []
  for (const look of windowNames.flatMap((window) => themes.map((theme) => ({ window, theme })))) {
    const context = await openContext(browser, url, look)
    for (const address of addresses) {
      const file = lookFile(address, look)
      writeFileSync(join(dir, file), await shrink(await takeWhole(context, address), windows[look.window].storedPx))
      files.push(file)
    }
    await context.close()
  }
  return files
}

/** Pictures further down are loaded when they come near the window, which a screenshot never does; nor does it wait for decoding. */
const loadPictures = `(async () => {
  for (const image of document.images) image.loading = "eager"
  const shown = [...document.images].filter((image) => image.checkVisibility())
  const patience = new Promise((resolve) => setTimeout(resolve, 10_000))
  await Promise.race([Promise.all(shown.map((image) => image.decode().catch(() => {}))), patience])
})()`

/** Photographs a page from its top to its end, with every picture in it. */
export async function takeWhole(context: BrowserContext, address: string): Promise<Buffer> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: "networkidle" })
  // On a busy machine the network rests before a page that scripts draw has asked for its own.
  await page.locator("h1").first().waitFor()
  await page.evaluate(loadPictures)
  const shot = await page.screenshot({ fullPage: true, animations: "disabled" })
  await page.close()
  return shot
}

/** Stores a photograph in little room. @param width of the stored picture, in pixels */
async function shrink(shot: Buffer, width: number): Promise<Buffer> {
  const small = await sharp(shot).resize({ width }).png().toBuffer()
  for (const quality of [72, 55, 40, 28]) {
    const bytes = await sharp(small).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= maxBytes) return bytes
  }
  return sharp(small).webp({ quality: 15, effort: 6 }).toBuffer()
}
