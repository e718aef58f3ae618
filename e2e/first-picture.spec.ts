import { expect, type Page, test } from "@playwright/test"
import { messages } from "#contract/messages.ts"
import { expectAccessible } from "./accessible.ts"
import { fillSignUp, newPerson, signUpConfirmed } from "./person.ts"

const prompt = "an amber glass perfume bottle on a marble podium, golden light"

/** Everything a page says in its console that it should not. */
function watchConsole(page: Page): string[] {
  const said: string[] = []
  page.on("console", (message) => {
    const text = `${message.text()} ${message.location().url}`
    // A visitor's account is asked for before signing in, and the SDK mentions where it keeps its marker.
    const isExpected = /\b401\b.*\/v1\/account|localStorage for session management/.test(text)
    if (["error", "warning"].includes(message.type()) && !isExpected) said.push(text)
  })
  page.on("pageerror", (error) => said.push(String(error)))
  return said
}

test("from sign-up to a picture in the gallery", async ({ page }, info) => {
  const person = newPerson()
  const said = watchConsole(page)
  const isPhone = info.project.name === "phone"

  await test.step("sign up and see the app at once, asked to confirm the address", async () => {
    await page.goto("/sign-up")
    await expectAccessible(page)
    await fillSignUp(page, person)
    await expect(page).toHaveURL(/\/app$/)
    await expect(page.getByText(/confirm your e-mail/i).first()).toBeVisible()
    await expect(page.getByText("PROSPECT", { exact: true })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Apply for a Program" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("follow the captured mail's link, press the button, get 20 credits", async () => {
    await page.goto("/dev/mail")
    const link = page.locator("article", { hasText: person.email }).getByRole("link").first()
    await link.click()
    await expect(page).toHaveURL(/\/verify-user/)
    await expectAccessible(page)
    await page.getByRole("button", { name: /confirm|verify/i }).click()
    await expect(page.getByText(messages.verified)).toBeVisible()
    await expect(page).toHaveURL(/\/app$/)
    await expect(page.getByLabel(/20 credits/i).first()).toBeVisible()
    await expect(page.getByText(/confirm your e-mail to get/i)).toHaveCount(0)
  })

  await test.step("order a picture, see a preview and then the result", async () => {
    await page.goto("/generations")
    await expectAccessible(page)
    await page
      .getByRole("link", { name: /A clean product picture\s*Flux 1\.1 Pro/ })
      .first()
      .click()
    await expect(page.getByText(messages.imageIdle)).toBeVisible()
    await page.getByLabel("Prompt", { exact: true }).fill(prompt)
    await page.getByRole("radio", { name: /4:5/ }).check()
    const button = page.getByRole("button", { name: "Generate (5 credit)" })
    await expectAccessible(page)
    await button.click()
    await expect(page.getByText(messages.imageBusy)).toBeVisible()
    await expect(page.getByRole("img", { name: /preview/i })).toBeVisible({ timeout: 240_000 })
    await expect(page.getByRole("link", { name: "View Image" })).toBeVisible({ timeout: 240_000 })
    await expect(page.getByLabel(/15 credits/i).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("View Image opens the picture", async () => {
    const popup = page.waitForEvent("popup")
    await page.getByRole("link", { name: "View Image" }).click()
    const opened = await popup
    await opened.waitForLoadState()
    expect(await opened.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(600)
    await opened.close()
  })

  await test.step("find it in the gallery with its prompt, and copy the prompt", async () => {
    await page.goto("/photo-gallery")
    await expect(page.getByRole("heading", { name: messages.galleryTitle })).toBeVisible()
    const picture = page.getByRole("img", { name: prompt }).first()
    await expect(picture).toBeVisible()
    if (!isPhone) await picture.hover()
    await page
      .getByRole("button", { name: /copy prompt/i })
      .first()
      .click()
    await expect(page.getByText(messages.promptCopied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(prompt)
    await expectAccessible(page)
  })

  expect(said).toEqual([])
})

test("closing the browser in the middle loses nothing", async ({ page, context, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto("/generations/flux?mode=flux1.1-pro")
  await page.getByLabel("Prompt", { exact: true }).fill("a blue enamel mug on a wooden table")
  await page.getByRole("radio", { name: /1:1/ }).check()
  await page.getByRole("button", { name: "Generate (5 credit)" }).click()
  await expect(page.getByText(messages.imageBusy)).toBeVisible()
  await page.close()

  const again = await context.newPage()
  await again.goto("/generations/flux?mode=flux1.1-pro")
  await expect(again.getByText(messages.imageBusy).or(again.getByRole("link", { name: "View Image" }))).toBeVisible()
  await again.goto("/photo-gallery")
  await expect(again.getByRole("img", { name: /blue enamel mug/ }).first()).toBeVisible({ timeout: 240_000 })
  await expect(again.getByLabel(/15 credits/i).first()).toBeVisible()
})
