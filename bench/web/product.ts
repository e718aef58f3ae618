import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startProcess } from "#server/testing/processes/processes.ts"

/** The product as the benches of its pages visit it. */
export interface Product {
  /** Its address, without a slash at the end. */
  url: string
  /** Every public page, by path and query, as its site map lists them. */
  pages: readonly string[]
  stop(): Promise<void>
}

/** Opens the product with an empty database, or takes the one that runs at BENCH_URL. */
export async function openProduct(): Promise<Product> {
  const running = process.env.BENCH_URL
  if (running) return { url: running, pages: await readPages(running), stop: async () => undefined }
  const dir = mkdtempSync(join(tmpdir(), "aworan-bench-"))
  const product = await startProcess(
    { DATA_DIR: dir, ENGINE: "local", RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "silent" },
    "scripts/start.ts",
  )
  return {
    url: product.url,
    pages: await readPages(product.url),
    stop: async () => {
      await product.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function readPages(url: string): Promise<string[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text()
  const pages = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => {
    const { pathname, search } = new URL(address.replaceAll("&#38;", "&"))
    return `${pathname}${search}`
  })
  if (pages.length === 0) throw new Error("The site map lists no page.")
  return pages
}

/** Path of the browser: the CHROMIUM variable, else where systems keep it; undefined leaves the choice to the caller. */
export function browserPath(): string | undefined {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  return process.env.CHROMIUM ?? usual.find((path) => existsSync(path))
}
