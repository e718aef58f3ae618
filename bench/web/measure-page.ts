import type { Browser, CDPSession, Page } from "@playwright/test"

/** A slow phone: processor four times slower, 1.6 Mbit/s with 150 ms (the figures our web bars are stated for). */
const slowPhone = { cpuRate: 4, bytesPerSecond: (1.6 * 1_000_000) / 8, latencyMs: 150 }

/** Times in milliseconds, sizes in bytes as they came over the line. */
export interface PageFigures {
  lcpMs: number
  fcpMs: number
  tbtMs: number
  cls: number
  scriptBytes: number
  allBytes: number
  /** Scripts in all, and what they blocked from the first key on: a page of words loads its code when it is used. */
  usedScriptBytes: number
  usedTbtMs: number
  /** Requests to another host, and everything the console said. */
  complaints: string[]
}

/** Opens a page once with an empty cache on a slow phone and waits until the line is quiet. */
export async function measurePage(browser: Browser, url: string): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const complaints = watch(page, new URL(url).host)
  const session = await context.newCDPSession(page)
  const sizes = await countBytes(session)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.cpuRate })
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowPhone.latencyMs,
    downloadThroughput: slowPhone.bytesPerSecond,
    uploadThroughput: slowPhone.bytesPerSecond,
  })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: "networkidle" })
  const read = (): Promise<Timings> => page.evaluate(() => (globalThis as unknown as { figures: Timings }).figures)
  const opened = { ...(await read()), ...sizes }
  await page.keyboard.press("Shift")
  await page.waitForSelector("#root:not([data-waits])", { state: "attached" })
  await page.waitForLoadState("networkidle")
  const used = { usedScriptBytes: sizes.scriptBytes, usedTbtMs: (await read()).tbtMs - opened.tbtMs }
  await context.close()
  return { ...opened, ...used, complaints }
}

interface Timings {
  lcpMs: number
  fcpMs: number
  tbtMs: number
  cls: number
}

/** Runs inside the page, before anything of it. */
function observe(): void {
  interface Entry {
    startTime: number
    duration: number
    value?: number
    hadRecentInput?: boolean
    name: string
  }
  const figures = { lcpMs: 0, fcpMs: 0, tbtMs: 0, cls: 0 }
  Object.assign(globalThis, { figures })
  const on = (type: string, take: (entry: Entry) => void): void => {
    const scope = globalThis as unknown as {
      PerformanceObserver: new (
        callback: (list: { getEntries(): Entry[] }) => void,
      ) => { observe(options: { type: string; buffered: boolean }): void }
    }
    new scope.PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  }
  on("largest-contentful-paint", ({ startTime }) => {
    figures.lcpMs = startTime
  })
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") figures.fcpMs = startTime
  })
  on("longtask", ({ duration }) => {
    figures.tbtMs += Math.max(0, duration - 50)
  })
  on("layout-shift", ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) figures.cls += value
  })
}

async function countBytes(session: CDPSession): Promise<{ scriptBytes: number; allBytes: number }> {
  const sizes = { scriptBytes: 0, allBytes: 0 }
  const kinds = new Map<string, string>()
  await session.send("Network.enable")
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type))
  // Of scripts the compressed bodies count, of everything else the headers too.
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === "Script") sizes.scriptBytes += encodedDataLength
  })
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    sizes.allBytes += encodedDataLength
  })
  return sizes
}

function watch(page: Page, host: string): string[] {
  const complaints: string[] = []
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.host !== host && url.protocol.startsWith("http")) complaints.push(`asks another host: ${url.href}`)
  })
  page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`))
  page.on("pageerror", (error) => complaints.push(String(error)))
  return complaints
}
