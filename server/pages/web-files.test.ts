import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"
import Fastify, { type FastifyInstance } from "fastify"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pageHeaders } from "#server/composition/browser-policy.ts"
import { answerError } from "#server/platform/http/error-reply.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { startProcess } from "#server/testing/processes/processes.ts"
import { fitDocument } from "./ready-pages.ts"
import { serveWeb } from "./web-files.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const publicUrl = "https://shop.example"
const styleHash = "sha256-AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHHIIIIJJJJKKK="
const scriptHash = "sha256-LLLLMMMMNNNNOOOOPPPPQQQQRRRRSSSSTTTTUUUUVVV="

describe("the built browser app", () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-web-"))
  let app: FastifyInstance

  beforeAll(async () => {
    mkdirSync(join(dir, ".pages"))
    mkdirSync(join(dir, "assets"))
    writeFileSync(join(dir, "spa.html"), "<p>shell</p>")
    writeFileSync(join(dir, "assets", "app-1234.js"), "1")
    writeFileSync(join(dir, "assets", "app-1234.js.gz"), gzipSync("1"))
    writeFileSync(join(dir, "offline-worker.js"), "1")
    writeFileSync(join(dir, ".pages", "0.html"), `<link href="%PUBLIC_URL%/"><p>home</p>`)
    writeFileSync(join(dir, ".pages", "1.html"), "<p>leadpilot</p>")
    writeFileSync(
      join(dir, ".pages", "2.html"),
      `<html lang="en"><p><data value="20" data-credits="welcome">20</data> free credits</p>`,
    )
    writeFileSync(
      join(dir, ".pages", "pages.json"),
      JSON.stringify({
        scriptHash,
        pages: [
          { addresses: ["/"], file: "0.html", styleHash, isListed: true },
          {
            addresses: ["/case-study?slug=leadpilot", "/case-study/leadpilot"],
            file: "1.html",
            styleHash,
            isListed: true,
          },
          { addresses: ["/sign-up"], file: "2.html", styleHash, isListed: false },
        ],
      }),
    )
    app = Fastify()
    app.setErrorHandler(answerError)
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers(pageHeaders({ publicUrl, providers: [] }))
    })
    await serveWeb(app, dir, { publicUrl, welcomeCredits: 35, whatsAppNumber: "2348012345678" })
  })

  afterAll(async () => {
    await app.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: "GET", url, headers: { accept: "text/html", ...headers } })

  test("tells no other site about an address with a secret in it", async () => {
    for (const url of ["/verify-user?userId=1&secret=2", "/reset-password?secret=2", "/operator?token=3"]) {
      expect((await get(url)).headers["referrer-policy"]).toBe("same-origin")
    }
    for (const url of ["/", "/reset-password", "/sign-in?ref=secret"]) {
      expect((await get(url)).headers["referrer-policy"]).toBe("strict-origin-when-cross-origin")
    }
  })

  test("answers a ready page with its own address in it, and lets in what stands inside it alone", async () => {
    const reply = await get("/")
    expect(reply.body).toBe(`<link href="https://shop.example/"><p>home</p>`)
    const policy = String(reply.headers["content-security-policy"])
    expect(policy).toContain(`style-src 'self' '${styleHash}';`)
    expect(policy).toContain(`script-src 'self' '${scriptHash}';`)
    expect(policy).not.toContain("unsafe-inline")
  })

  test.each([
    ["/case-study?slug=leadpilot", "<p>leadpilot</p>"],
    ["/case-study?utm=x&slug=leadpilot", "<p>leadpilot</p>"],
    ["/case-study/leadpilot", "<p>leadpilot</p>"],
    ["/case-study?slug=another", "<p>shell</p>"],
    ["/case-study", "<p>shell</p>"],
    ["/app", "<p>shell</p>"],
    ["/?utm=x", `<link href="https://shop.example/"><p>home</p>`],
  ])("%s", async (address, body) => {
    expect((await get(address)).body).toBe(body)
  })

  test("the shell has a script inside and no styles", async () => {
    const policy = String((await get("/app")).headers["content-security-policy"])
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain(`script-src 'self' '${scriptHash}';`)
  })

  test("compresses for browsers that can, and says nothing twice", async () => {
    const reply = await get("/", { "accept-encoding": "gzip" })
    expect(reply.headers["content-encoding"]).toBe("gzip")
    expect(gunzipSync(reply.rawPayload).toString()).toContain("home")
    expect(String(reply.headers.vary)).toContain("Accept-Encoding")
    const again = await get("/", { "if-none-match": String(reply.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe("")
  })

  test("keeps hashed files for ever", async () => {
    const reply = await get("/assets/app-1234.js")
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable")
  })

  test("sends them compressed to browsers that can", async () => {
    const reply = await get("/assets/app-1234.js", { "accept-encoding": "gzip" })
    expect(reply.headers["content-encoding"]).toBe("gzip")
    expect(reply.headers["content-type"]).toContain("/javascript")
    expect(gunzipSync(reply.rawPayload).toString()).toBe("1")
  })

  test.each([
    ["/assets/app-1234.js", { range: "bytes=99999999-" }, 416],
    ["/offline-worker.js", { range: "bytes=99999999-" }, 416],
    ["/assets/app-1234.js", { "if-match": '"x"' }, 400],
    ["/offline-worker.js", { "if-match": '"x"' }, 400],
  ])("refuses what cannot be sent of %s with %o", async (address, headers, status) => {
    const reply = await get(address, headers)
    expect([reply.statusCode, reply.json().code]).toEqual([status, status])
  })

  test("goes on with its own files when a later build takes their place", async () => {
    const link = join(dir, "..", `${basename(dir)}-link`)
    symlinkSync(dir, link)
    const own = Fastify()
    await serveWeb(own, link, { publicUrl, welcomeCredits: 35, whatsAppNumber: "" })
    rmSync(link)
    const later = mkdtempSync(join(tmpdir(), "aworan-web-later-"))
    symlinkSync(later, link)
    try {
      const page = await own.inject({ url: "/case-study/leadpilot", headers: { accept: "text/html" } })
      expect(page.body).toBe("<p>leadpilot</p>")
      expect((await own.inject("/assets/app-1234.js")).body).toBe("1")
    } finally {
      await own.close()
      rmSync(link)
      rmSync(later, { recursive: true })
    }
  })

  test.each(["app-5678.js", "..%2fspa.html", "..%5cspa.html", "a/b.js", "%00.js"])(
    "has nothing at /assets/%s",
    async (name) => {
      expect((await get(`/assets/${name}`)).statusCode).toBe(404)
    },
  )

  test("has the worker of the learner portal asked for each time, and lets in no other", async () => {
    const reply = await get("/offline-worker.js")
    expect(reply.headers["cache-control"]).toBe("no-cache")
    expect(reply.headers["content-type"]).toContain("/javascript")
    expect(String(reply.headers["content-security-policy"])).toContain("worker-src 'self'")
  })

  test.each(["/v1/none", "/none.png", "/.pages/0.html"])("has no page at %s", async (address) => {
    expect((await get(address)).statusCode).toBe(404)
  })

  test("says how many credits this installation gives", async () => {
    const { body } = await get("/sign-up?to=%2Fapp")
    expect(body).toContain(`<data value="35" data-credits="welcome">35</data> free credits`)
    expect(body).toContain(`<html data-welcome-credits="35" data-whats-app="2348012345678" lang="en">`)
  })

  test("names no chat where no number is set", () => {
    const html = fitDocument('<html lang="en">', { publicUrl: "", welcomeCredits: 20, whatsAppNumber: null })
    expect(html).toBe('<html data-welcome-credits="20" lang="en">')
  })

  test("tells search engines its pages", async () => {
    const map = (await get("/sitemap.xml")).body
    expect(map).toContain("<loc>https://shop.example/</loc>")
    expect(map).toContain("<loc>https://shop.example/case-study?slug=leadpilot</loc>")
    expect(map).not.toContain("sign-up")
    expect((await get("/robots.txt")).body).toContain("Sitemap: https://shop.example/sitemap.xml")
  })
})

describe("a browser app that is not built", () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-no-web-"))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const installation = { publicUrl, welcomeCredits: 35, whatsAppNumber: null }

  /** @returns what the log says about files in `from`, and the status of a page */
  async function serve(from: string | null): Promise<{ said: string[]; status: number }> {
    const said: string[] = []
    const app = Fastify({ loggerInstance: createLog("warn", { write: (line: string) => said.push(line) }) })
    app.setErrorHandler(answerError)
    await serveWeb(app as unknown as FastifyInstance, from, installation)
    const { statusCode } = await app.inject({ url: "/app", headers: { accept: "text/html" } })
    await app.close()
    return { said, status: statusCode }
  }

  test("is answered 404, and the log says what makes it", async () => {
    const { said, status } = await serve(join(dir, "web"))
    expect(status).toBe(404)
    expect(said).toHaveLength(1)
    expect(JSON.parse(said[0] ?? "{}")).toMatchObject({
      level: 40,
      msg: expect.stringMatching(/not built.*npm run build/),
    })
  })

  test("is nothing to talk of where it is there, or not wanted", async () => {
    writeFileSync(join(dir, "index.html"), "<p>shell</p>")
    expect(await serve(dir)).toEqual({ said: [], status: 200 })
    expect(await serve(null)).toEqual({ said: [], status: 404 })
  })
})

test("a built browser app is found in a folder whose name has a blank and letters of other languages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "àwòrán of mine "))
  for (const part of ["contract", "imaging", "server", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  mkdirSync(join(folder, "dist", "web"), { recursive: true })
  writeFileSync(join(folder, "dist", "web", "index.html"), "<p>shell</p>")
  const running = await startProcess({ DATA_DIR: join(folder, "data") }, join(folder, "server", "main.ts"))
  try {
    const page = await fetch(`${running.url}/app`, { headers: { accept: "text/html" } })
    expect([page.status, await page.text()]).toEqual([200, "<p>shell</p>"])
  } finally {
    await running.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
