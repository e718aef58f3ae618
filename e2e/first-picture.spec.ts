import { expect, type Page, test } from "@playwright/test"
import { messages } from "#contract/messages.ts"
import { expectAccessible } from "./accessible.ts"
import { fillSignUp, mailedLink, newPerson } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"

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

/** Being drawn, or drawn already: it may be quick. */
async function expectUnderWay(page: Page): Promise<void> {
  await expect(page.getByText(/^Please wait for /).or(page.getByRole("link", { name: "View Image" }))).toBeVisible()
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
    await expect(page.getByText("PROSPECT", { exact: true }).filter({ visible: true })).toHaveCount(1)
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
    await expectDrawn(page.getByRole("img", { name: /preview/i })).toBeVisible()
    await expectDrawn(page.getByRole("link", { name: "View Image" })).toBeVisible()
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

test("a guest's words wait in another browser, and closing it in the middle loses nothing", { tag: "@phone" }, async ({
  page,
  browser,
}) => {
  const person = newPerson()
  const words = "a blue enamel mug on a wooden table"
  const other = await browser.newContext()
  const again = await other.newPage()

  await test.step("a guest is led by way of an account to the generator, which has the words, and writes on", async () => {
    const query = new URLSearchParams({ mode: "flux1.1-pro", prompt: "a blue enamel mug", shape: "1:1" })
    await page.goto(`/generations/flux?${query}`)
    await page.getByRole("link", { name: "Create an account" }).click()
    await fillSignUp(page, person)
    const prompt = page.getByLabel("Prompt", { exact: true })
    await expect(prompt).toHaveValue("a blue enamel mug")
    const kept = page.waitForResponse(
      (response) =>
        response.url().endsWith("/account/prefs") &&
        response.request().method() === "PATCH" &&
        (response.request().postData() ?? "").includes("wooden"),
    )
    await prompt.fill(words)
    expect((await kept).ok()).toBe(true)
  })

  await test.step("the mail is opened in another browser, where nobody is signed in; the words are there", async () => {
    await again.goto(await mailedLink(page, person.email))
    // From here on nothing comes from the first browser.
    await page.close()
    await again.getByRole("button", { name: "Verify my account" }).click()
    await again.getByLabel("E-mail").fill(person.email)
    await again.getByLabel("Password", { exact: true }).fill(person.password)
    await again.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect(again.getByLabel("What do you want to see?")).toHaveValue(words)
    await again.getByRole("button", { name: "Go to the generator" }).click()
    await expect(again.getByLabel("Prompt", { exact: true })).toHaveValue(words)
    await expect(again.getByRole("radio", { name: /1:1/ })).toBeChecked()
  })

  await test.step("the page is closed once the order is there, and the picture is found in the gallery", async () => {
    await again.getByRole("button", { name: "Generate (5 credit)" }).click()
    await expectUnderWay(again)
    // The page says so before the order has left it.
    const free = async () => (await (await again.request.get("/credits")).json()).data.credits
    await expect.poll(free).toBe(15)
    await again.close()
    const later = await other.newPage()
    // Drawn by now or not: it comes into the gallery either way.
    await later.goto("/photo-gallery")
    await expectDrawn(later.getByRole("img", { name: words }).first()).toBeVisible()
    await expect(later.getByLabel(/15 credits/i).first()).toBeVisible()
  })
  await other.close()
})
