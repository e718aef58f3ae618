import { expect, test } from "@playwright/test"
import { complaints } from "./accessible.ts"
import { findCutParts } from "./cut-parts.ts"
import { signUp } from "./person.ts"
import { publicPaths, wake } from "./public-pages.ts"

test("every public page keeps to its window at 320 px, at 640 px, and with letters of twice the size", {
  tag: "@phone",
}, async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path)
    await wake(page)
    const found: string[] = []
    for (const [width, fontSize] of [
      [320, ""],
      [640, ""],
      [640, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, fontSize)
      // Pictures are laid out anew after the letters have changed: what counts is how the page comes to rest.
      await expect
        .poll(() => page.evaluate(findCutParts))
        .toEqual([])
        .catch(async () => {
          found.push(...(await page.evaluate(findCutParts)).map((part) => `${width} px ${fontSize}: ${part}`))
        })
    }
    expect(found, path).toEqual([])
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ""
    })
  }
})

test("the phone's menu and an open question have nothing to complain about, in both themes", { tag: "@phone" }, async ({
  page,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.goto("/")
    await page.locator("summary").first().click()
    await page.getByRole("button", { name: "Menu" }).click()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible()
    expect(await complaints(page), colorScheme).toEqual([])
  }
})

test("with less motion what appears is there at once, so that no button is without its words", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/sign-in")
  const seen = await page.evaluate(() => {
    const words = document.body.appendChild(document.createElement("span"))
    words.style.visibility = "hidden"
    const before = getComputedStyle(words).visibility
    words.style.visibility = "visible"
    return [before, getComputedStyle(words).visibility]
  })
  expect(seen).toEqual(["hidden", "visible"])
})

test("the menus of the studio have nothing to complain about", async ({ page, baseURL }) => {
  await signUp(page, baseURL ?? "")
  await page.goto("/app")
  for (const name of [/^Account of/, /^Theme/]) {
    await page.getByRole("button", { name }).click()
    await expect(page.getByRole("menu")).toBeVisible()
    expect(await complaints(page), String(name)).toEqual([])
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name })).toBeFocused()
  }
})

test("nothing moves for people who asked for rest", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  await wake(page)
  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("body *")].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element)
        return `${transitionDuration}, ${animationDuration}`.split(", ").map(Number.parseFloat)
      }),
    ),
  )
  expect(longest).toBeLessThan(0.001)
})

test("the whole public site can be used with the keyboard", { tag: "@desk" }, async ({ page }) => {
  const reach = async (name: string | RegExp, role: "link" | "button" | "radio" = "link"): Promise<void> => {
    const target = page.getByRole(role, { name }).first()
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`Tab does not reach ${name}.`)
  }

  await test.step("the skip link comes first, and leads to the content", async () => {
    await page.goto("/")
    await page.keyboard.press("Tab")
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#main")).toBeFocused()
  })

  await test.step("the divider of the first picture follows the arrow keys", async () => {
    const slider = page.getByRole("slider").first()
    await slider.focus()
    const before = await slider.inputValue()
    await page.keyboard.press("ArrowRight")
    await expect(slider).not.toHaveValue(before)
  })

  await test.step("a question opens and closes", async () => {
    const question = page.locator("details").first()
    await question.locator("summary").focus()
    await page.keyboard.press("Enter")
    await expect(question).toHaveAttribute("open")
    await page.keyboard.press("Space")
    await expect(question).not.toHaveAttribute("open")
  })

  await test.step("the theme is switched with the arrow keys", async () => {
    await wake(page)
    await page.getByRole("radio", { name: "As the device" }).focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("html")).not.toHaveAttribute("data-theme")
  })

  await test.step("a page of the header opens, and its heading has the focus", async () => {
    await page.goto("/")
    await reach("Showcase")
    await wake(page)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Made here" })).toBeFocused()
  })

  await test.step("a filter of the showcase is pressed", async () => {
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("main [aria-pressed=true]")).toBeFocused()
    await expect(page.getByRole("button", { name: "All tools", pressed: false })).toBeVisible()
  })

  await test.step("the currency of the prices is changed", async () => {
    await page.goto("/pricing")
    await wake(page)
    await reach(/Dollars|Naira/, "radio").catch(() => reach("Dollars", "radio"))
    const naira = page.getByText("₦6,000").first()
    const wasNaira = await naira.isVisible()
    await page.keyboard.press(wasNaira ? "ArrowRight" : "ArrowLeft")
    await expect(naira).toBeVisible({ visible: !wasNaira })
  })

  await test.step("the form says what is wrong, goes to it, and takes the rest", async () => {
    await page.goto("/contact?subject=Hello")
    await wake(page)
    await page.getByLabel("Subject").focus()
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("E-mail")).toBeFocused()
    await page.keyboard.type("ada@example.com")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { name: "Your message has arrived" })).toBeFocused()
  })
})
