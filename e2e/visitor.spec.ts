import { expect, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { fillSignUp, newPerson, signUp, signUpConfirmed } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"
import { wake } from "./public-pages.ts"

const prompt = "brown leather sandals on sand, golden light"

test("a visitor draws a picture without an account, and finds it in the gallery after making one", {
  tag: "@phone",
}, async ({ page }) => {
  const person = newPerson()
  // Every field and every button is a tap of a thumb.
  let taps = 0
  await test.step("the first page asks nothing about it until its form comes near", async () => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto("/")
    await page.waitForLoadState("networkidle")
    expect(asked.filter((path) => path.startsWith("/tries"))).toEqual([])
  })

  await test.step("draw, watch, see", async () => {
    await page.getByRole("heading", { name: "Try it now, without an account" }).scrollIntoViewIfNeeded()
    await wake(page)
    await expectAccessible(page)
    await page.getByRole("button", { name: prompt }).click()
    await page.getByRole("button", { name: "Draw it, free" }).click()
    taps += 2
    await expect(page.getByText(/Waiting for a free place|Drawing your picture/)).toBeVisible()
    const picture = page.getByRole("img", { name: prompt, exact: true }).last()
    await expectDrawn(picture).toHaveAttribute("src", /^\/tries\/.*\/picture$/)
    await expectAccessible(page)
  })

  await test.step("reloading the page loses nothing", async () => {
    await page.reload()
    await page.getByRole("heading", { name: "Try it now, without an account" }).scrollIntoViewIfNeeded()
    await wake(page)
    await expect(page.getByRole("link", { name: "Keep it: create your account" })).toBeVisible()
  })

  await test.step("sign up, and find it among one's own pictures, seen by nobody else", async () => {
    await page.getByRole("link", { name: "Keep it: create your account" }).click()
    // The fields as they are, the box of the terms and the button.
    await expect(page.getByLabel("First name")).toBeVisible()
    taps += 1 + (await page.locator("form input:not([type=checkbox], [type=hidden])").count()) + 2
    await fillSignUp(page, person)
    await expect(page).toHaveURL(/\/photo-gallery/)
    expect(taps, "taps to an account with its first picture").toBeLessThanOrEqual(10)
    await expect(page.getByText("Your first picture is in your gallery.")).toBeVisible()
    await expect(
      page.getByRole("list", { name: "Generated pictures" }).getByRole("img", { name: prompt }),
    ).toBeVisible()
    await page.getByRole("button", { name: "Details" }).first().click()
    await expect(page.getByRole("dialog").getByText("Only you can see this picture.")).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("the dialog has an address; Back closes it, and so does Escape, with the focus where it was", async () => {
    await expect(page).toHaveURL(/picture=/)
    await page.goBack()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(page).not.toHaveURL(/picture=/)
    const details = page.getByRole("button", { name: "Details" }).first()
    await details.click()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(details).toBeFocused()
  })
})

test("a change of password is told by mail, named in the activity; phone and place can be changed", {
  tag: "@desk",
}, async ({ page, baseURL }) => {
  const person = await signUp(page, baseURL ?? "")
  await page.goto("/account")
  await page.getByLabel("Current password").fill(person.password)
  await page.getByLabel("New password", { exact: true }).fill("another long password")
  await page.getByLabel("Confirm new password").fill("another long password")
  await page.getByRole("button", { name: /change the password|save the password/i }).click()
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get(`/dev/mail.json?to=${person.email}`)).json()) as {
        subject: string
      }[]
      return mails[0]?.subject
    })
    .toBe("Your Aworan password was changed")
  await page.reload()
  await expect(page.getByText("Password changed").first()).toBeVisible()
  await page.getByRole("combobox", { name: "State" }).fill("Ogun")
  await page.getByRole("button", { name: "Save phone and place" }).press("Enter")
  await expect(page.getByText("Your phone and place are saved.")).toBeVisible()
  await expectAccessible(page)
})

test("at 400 % zoom no bar stays in the way of the studio", { tag: "@phone" }, async ({ page, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await test.step("who will see the pictures is said beside the button at every size", async () => {
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      // A mode with a number of images, which the bar must not cover either.
      await page.goto("/generations/flux?mode=flux-dev-realism")
      const button = page.getByRole("button", { name: /^Generate \(/ })
      const visibility = page.getByRole("switch", { name: "Display Public" })
      const sentence = page.getByText(/Free pictures are public|Everyone can see|Only you/).first()
      const count = page.getByRole("group", { name: "Number of images" })
      // Seen at once, without scrolling, and nothing lies over them; of a phone's screen the button takes its part alone.
      const said = width < 1024 ? page.locator("#generate-reason") : sentence
      // Before there are words, the line beside the button asks for them.
      if (width < 1024) await page.getByLabel("Prompt", { exact: true }).fill("a clay pot")
      await expect(said).toHaveText(
        /Free pictures are public|Everyone can see|Only you|Public pictures|Private pictures/,
      )
      for (const part of [button, said]) await expect(part).toBeInViewport({ ratio: 1 })
      if (width < 1024) continue
      for (const part of [visibility, count]) await expect(part).toBeInViewport({ ratio: 1 })
      const bar = await visibility.boundingBox()
      const numbers = await count.boundingBox()
      expect((numbers?.y ?? 0) + (numbers?.height ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(bar?.y ?? 0)
    }
  })
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [
    "/app",
    "/generations/flux?mode=flux1.1-pro",
    "/generations/photo-upscaling",
    "/photo-gallery",
    "/",
    "/pricing",
  ]) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await wake(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    const barPixels = await page.evaluate(() => {
      const bars = [...document.querySelectorAll("body *")].filter((element) => {
        const { position } = getComputedStyle(element)
        const { width, height, top, bottom } = element.getBoundingClientRect()
        const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        return (
          isShown &&
          ["fixed", "sticky"].includes(position) &&
          width > 200 &&
          height > 0 &&
          bottom > 0 &&
          top < innerHeight
        )
      })
      return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
    })
    expect(barPixels, path).toBeLessThan(64)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  // A dialog and a menu of the account can be gone through to their last button.
  await page.goto("/photo-gallery")
  await page
    .getByRole("button", { name: /account/i })
    .first()
    .click()
  const signOut = page.getByRole("menuitem", { name: "Sign out" })
  await signOut.scrollIntoViewIfNeeded()
  await expect(signOut).toBeInViewport({ ratio: 1 })
})
