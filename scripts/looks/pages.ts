import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext } from "@playwright/test"
import sharp from "sharp"

/** Windows in CSS pixels, and how wide the stored picture is: wide enough to judge the look, small enough to keep. */
const windows = [
  { name: "phone", width: 390, height: 844, storedPx: 195 },
  { name: "desk", width: 1440, height: 900, storedPx: 480 },
] as const

const themes = ["light", "dark"] as const

/** Most bytes of one picture; a long page is stored in less quality. */
const maxBytes = 58_000

/** Pages the site map leaves out because search engines have no use for them. */
const accountForms = ["/sign-up", "/sign-in", "/forgot-password"]

/** Every public page and the forms of an account. */
async function listAddresses(url: string): Promise<string[]> {
  const siteMap = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(address.replaceAll("&#38;", "&"))
    return `${pathname}${search}`
  })
  return [...listed, ...accountForms]
}

function fileOf(address: string): string {
  return address.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, "") || "home"
}

/** Takes every page at both widths in both themes and writes the list of them. @returns bytes in all */
export async function takePages(browser: Browser, url: string, dir: string): Promise<number> {
  mkdirSync(dir, { recursive: true })
  const addresses = await listAddresses(url)
  const titles = new Map<string, string>()
  let total = 0
  for (const { name, width, height, storedPx } of windows) {
    for (const theme of themes) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: "reduce",
      })
      for (const address of addresses) {
        const { shot, title } = await takeWhole(context, address)
        const bytes = await shrink(shot, storedPx)
        titles.set(address, title)
        writeFileSync(join(dir, `${fileOf(address)}-${name}-${theme}.webp`), bytes)
        total += bytes.length
      }
      await context.close()
    }
  }
  writeFileSync(join(dir, "README.md"), describe(titles))
  return total
}

/** Pictures further down are loaded when they come near the window, which a screenshot never does; nor does it wait for decoding. */
const loadPictures = `(async () => {
  for (const image of document.images) image.loading = "eager"
  const shown = [...document.images].filter((image) => image.checkVisibility())
  const patience = new Promise((resolve) => setTimeout(resolve, 10_000))
  await Promise.race([Promise.all(shown.map((image) => image.decode().catch(() => {}))), patience])
})()`

async function takeWhole(context: BrowserContext, address: string): Promise<{ shot: Buffer; title: string }> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: "networkidle" })
  await page.evaluate(loadPictures)
  const shot = await page.screenshot({ fullPage: true, animations: "disabled" })
  const title = await page.title()
  await page.close()
  return { shot, title }
}

async function shrink(shot: Buffer, width: number): Promise<Buffer> {
  const small = await sharp(shot).resize({ width }).png().toBuffer()
  for (const quality of [72, 55, 40, 28]) {
    const bytes = await sharp(small).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= maxBytes) return bytes
  }
  return sharp(small).webp({ quality: 15, effort: 6 }).toBuffer()
}

function describe(titles: ReadonlyMap<string, string>): string {
  const cells = (file: string): string =>
    windows.flatMap(({ name }) => themes.map((theme) => `[${theme}](${file}-${name}-${theme}.webp)`)).join(" | ")
  const rows = [...titles].map(([address, title]) => `| ${title} | \`${address}\` | ${cells(fileOf(address))} |`)
  return [
    "# How the pages look",
    "",
    "Every public page, whole, on a phone (390 px) and on a desk (1440 px), in both themes, at a third to a half of its size.",
    "Written by `node scripts/looks.ts pages`, which builds and starts the product and needs Chromium.",
    "`node scripts/looks.ts screens` renews the studio's screens on the first page in the same way.",
    "",
    "| Page | Address | Phone, light | Phone, dark | Desk, light | Desk, dark |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "The studio: [the generator](generator.webp).",
    "",
  ].join("\n")
}
