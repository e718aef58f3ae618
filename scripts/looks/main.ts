import { copyFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Browser, chromium } from "@playwright/test"
import { storePicture } from "#scripts/imagery/store-picture.ts"
import { findBrowser } from "#scripts/machine/browser.ts"
import { approveLooks } from "./approved.ts"
import { openProduct } from "./open-product.ts"
import { takePages } from "./pages.ts"
import { takeScreens } from "./screens.ts"

const usage = `npm run looks -- approve | pages | screens
approve  writes the fingerprints of pages, with which the journeys compare, into e2e/looks.json.
pages    photographs every public page into test-results/looks, at both widths and in both themes, and renews what
         docs/looks shows of them.
screens  photographs the studio for the first page, into web/assets/pictures and web/content/pictures.json.
Each starts the product with empty data. --url ADDRESS uses one that runs.
`

/** Where all pages are written, and the few that readers see. */
const allDir = fileURLToPath(new URL("../../test-results/looks/", import.meta.url))
const shownDir = fileURLToPath(new URL("../../docs/looks/", import.meta.url))

const tasks: Record<string, (browser: Browser, url: string) => Promise<void>> = {
  async approve(browser, url) {
    process.stdout.write(`${Math.round((await approveLooks(browser, url)) / 1024)} KiB in e2e/looks.json\n`)
  },
  async pages(browser, url) {
    const files = await takePages(browser, url, allDir)
    for (const file of files.filter((name) => existsSync(join(shownDir, name)))) {
      copyFileSync(join(allDir, file), join(shownDir, file))
    }
    process.stdout.write(`${files.length} pictures in test-results/looks\n`)
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
