import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { signUpConfirmed } from "#e2e/person.ts"

const port = Number(process.env.E2E_PORT ?? 3877)
const url = `http://localhost:${port + 8}`
test.use({ baseURL: url })

let front: Server
/** Whether the newer build has been rolled out: every script and style has another name then, and the old ones are gone. */
let isNext: boolean

test.beforeEach(async () => {
  isNext = false
  front = createServer((asked, answer) => void passOn(asked, answer)).listen(port + 8, "localhost")
  await once(front, "listening")
})
test.afterEach(() => {
  front.closeAllConnections()
  front.close()
})

const nameOfCode = /([\w-]+-[\w-]{8})\.(js|css)\b/g

/** Answers as the product does, with the names of the build that is rolled out. */
async function passOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const path = asked.url ?? "/"
  if (path.startsWith("/assets/") && /\.(js|css)$/.test(path) && path.includes(".next.") !== isNext) {
    return void answer.writeHead(404).end()
  }
  // What a browser knows of the build before is no answer to what it asks of the next one.
  const { "if-none-match": _tag, "if-modified-since": _time, ...headers } = asked.headers
  const call = request({ port, path: path.replace(".next.", "."), method: asked.method, headers })
  asked.pipe(call)
  call.on("error", () => answer.destroy())
  const [given] = (await once(call, "response")) as [IncomingMessage]
  const body = await buffer(given)
  const kind = given.headers["content-type"] ?? ""
  const isCode = isNext && /html|javascript|css/.test(kind)
  const { "content-length": _length, "content-encoding": encoding, etag: _etag, ...rest } = given.headers
  if (!isCode) return void answer.writeHead(given.statusCode ?? 500, given.headers).end(body)
  const text = (
    encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body
  ).toString()
  const renamed = text.replace(nameOfCode, "$1.next.$2").replace(/"version":"/, '"version":"next-')
  answer.writeHead(given.statusCode ?? 500, rest).end(renamed)
}

/** Scripts and styles that this page has loaded so far. */
const codeOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.+\.(js|css)$/.test(path)),
  )

test(
  "a tab that is open while a new version comes is told, goes on with its own files alone, and loses nothing typed",
  {
    tag: "@phone",
  },
  async ({ page }, info) => {
    await signUpConfirmed(page, url)
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const prompt = page.getByLabel("Prompt", { exact: true })
    await prompt.fill("a blue mug on a stool")
    await expect(page.getByText("There is a new version.")).toHaveCount(0)

    isNext = true
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))?.update())
    await expect(page.getByText("There is a new version.")).toBeVisible()
    await expect(prompt).toHaveValue("a blue mug on a stool")
    await expectAccessible(page)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `test-results/new-version-${info.project.name}-${colorScheme}.png` })
    }

    // A screen whose code this tab has not loaded yet: servers have it no more.
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/shelf']")?.click())
    await expect(page).toHaveURL(/\/shelf$/)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect((await codeOf(page)).filter((path) => path.includes(".next."))).toEqual([])
    await page.goBack()
    await expect(prompt).toHaveValue("a blue mug on a stool")

    await page.getByRole("button", { name: "Reload" }).click()
    await expect(page.getByText("There is a new version.")).toHaveCount(0)
    await expect(prompt).toHaveValue("a blue mug on a stool")
    expect((await codeOf(page)).length).toBeGreaterThan(0)
    expect((await codeOf(page)).filter((path) => !path.includes(".next."))).toEqual([])
  },
)
