import { type CDPSession, expect, type Page, test } from "@playwright/test"
import { callsAs, enrolByCalls } from "#e2e/learner.ts"
import { ownerOf } from "#e2e/owner.ts"
import { enterAs, signUpConfirmed } from "#e2e/person.ts"

/** Share of the window that moves, times how far, above which a page is said to jump (the field's bound for good is 0.1). */
const mostShift = 0.05

interface Shift {
  value: number
  moved: string[]
}

/** From the first line of each page on, what moved without a press. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node }[]
        }
        const moved = sources.map(({ node }) => (node?.textContent ?? "").trim().slice(0, 60))
        if (!hadRecentInput) shifts.push({ value, moved })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** A line on which the page is drawn before its data comes. */
async function slowLine(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.enable")
  const line = { offline: false, latency: 150, downloadThroughput: 500_000, uploadThroughput: 500_000 }
  await session.send("Network.emulateNetworkConditions", line)
  return session
}

test("screens keep their place while they load", async ({ page, playwright, baseURL }) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  await signUpConfirmed(page, origin)
  await enrolByCalls(page, owner, origin, "strategy_and_consulting")
  await watchShifts(page)
  await slowLine(page)
  const jumps: Record<string, Shift[]> = {}
  const look = async (address: string): Promise<void> => {
    await page.goto(address, { waitUntil: "networkidle" })
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const shifts: Shift[] = await page.evaluate("shifts")
    if (shifts.reduce((sum, { value }) => sum + value, 0) > mostShift) jumps[address] = shifts
  }
  const { next } = (await callsAs(page.request, origin)("get", "/learning")).data
  const own = ["/app", "/learn", `/learn/${next.lessonId}`, "/learn/discussion", "/credits-billing", "/tuition"]
  for (const address of own) await look(address)
  await enterAs(page, owner, origin)
  const { data: cohorts } = await callsAs(owner, origin)("get", "/operators/admissions/cohorts")
  expect(cohorts.length).toBeGreaterThan(0)
  const parts = ["", "?part=learners", "?part=lessons", "?part=classes", "?part=discussion", "?part=certificates"]
  const desks = [
    "",
    "/admissions",
    "/admissions/cohorts",
    "/admissions/slots",
    "/people",
    "/orders",
    "/review",
    "/team",
  ]
  for (const address of desks) await look(`/operator${address}`)
  for (const part of parts) await look(`/operator/learning${part}`)
  expect(jumps).toEqual({})
})
