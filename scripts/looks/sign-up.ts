import type { Page } from "@playwright/test"

const password = "a long enough password"

/** Makes an account through the screens and confirms its address, so that the welcome credits are there. */
export async function signUp(page: Page): Promise<void> {
  const email = `ada.${Date.now()}@example.com`
  await page.goto("/sign-up")
  await page.getByLabel("First name").fill("Ada")
  await page.getByLabel("Last name").fill("Obi")
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel(/confirm password/i).fill(password)
  await page.getByRole("checkbox", { name: /16 or older/ }).check({ force: true })
  await page.getByRole("button", { name: /create/i }).click()
  await page.waitForURL(/\/app$/)
  await page.goto(await mailedLink(page, email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await page.waitForURL(/\/app$/)
}

/** @throws Error when no mail with a link came within half a minute */
async function mailedLink(page: Page, email: string): Promise<string> {
  for (let look = 0; look < 60; look++) {
    const answer = await page.request.get(`/dev/mail.json?to=${email}`)
    const mails = (await answer.json()) as { text: string }[]
    const link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0]
    if (link) return link
    await page.waitForTimeout(500)
  }
  throw new Error("The mail with the link did not come.")
}
