import { fileURLToPath } from "node:url"
import { type Browser, chromium } from "@playwright/test"
import { findBrowser } from "./browser.ts"
import { storePicture } from "./imagery/store-picture.ts"
import { openProduct } from "./looks/open-product.ts"
import { takePages } from "./looks/pages.ts"
import { takeScreens } from "./looks/screens.ts"

const usage = `node scripts/looks.ts pages | screens
pages    photographs every public page into docs/looks, at both widths and in both themes.
screens  photographs the studio for the first page, into web/assets/pictures and web/content/pictures.json.
Both start the product with empty data. --url ADDRESS uses one that runs.
`

/** Where the pages are kept. */
const looksDir = fileURLToPath(new URL("../docs/looks/", import.meta.url))

const tasks: Record<string, (browser: Browser, url: string) => Promise<void>> = {
  async pages(browser, url) {
    process.stdout.write(`${Math.round((await takePages(browser, url, looksDir)) / 1024)} KiB in docs/looks\n`)
  },
  async screens(browser, url) {
    for (const { bytes, ...screen } of await takeScreens(browser, url)) {
      await storePicture({ ...screen, made: "a screen of the product" }, bytes)
    }
  },
}

async function run(task: (browser: Browser, url: string) => Promise<void>, address: string | undefined): Promise<void> {
  const product = address ? { url: address, close: async () => {} } : await openProduct()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--font-render-hinting=slight"],
  })
  try {
    await task(browser, product.url)
  } finally {
    await browser.close()
    await product.close()
  }
}

const [name = "", flag, address] = process.argv.slice(2)
const task = tasks[name]
if (task) await run(task, flag === "--url" ? address : undefined)
else process.stdout.write(usage)
