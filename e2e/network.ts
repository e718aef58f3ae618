import type { CDPSession, Page } from "@playwright/test"

const sessions = new WeakMap<Page, CDPSession>()

async function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const session = await page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Takes the network away, or gives it back. */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  await page.context().setOffline(offline)
  const session = await sessionOf(page)
  const line = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send("Network.overrideNetworkState", { offline, ...line })
}

/** Opens a page without a network. Chromium 150 tells no new page of it, unlike a device that has none. */
export async function gotoOffline(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await setOffline(page, true)
}

/** The same with the page that is open. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload()
  await setOffline(page, true)
}
