import { expect, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { signUpConfirmed } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"

test("offline, pressing Generate says so at once, keeps the form and the order, which is drawn once there is a line", {
  tag: "@phone",
}, async ({ page, context, baseURL }) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto("/generations/flux?mode=flux1.1-pro")
  const words = page.getByLabel("Prompt", { exact: true })
  await words.fill("a blue enamel mug on a wooden table")
  await page.getByRole("radio", { name: /1:1/ }).check()
  await context.setOffline(true)
  await page.getByRole("button", { name: /^Generate \(/ }).click()
  await expect(page.getByText(/You are offline/).first()).toBeVisible({ timeout: 3_000 })
  await expect(page.getByText(/Please wait/)).toHaveCount(0)
  await expect(words).toHaveValue("a blue enamel mug on a wooden table")
  await expectAccessible(page)
  await expect(page.getByRole("button", { name: "Your orders: 1 not sent" })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/generations\/flux/)
  const result = page.getByRole("link", { name: "View Image" })
  await expectDrawn(result).toBeVisible()
  // On a phone the result comes before the form, for eyes, screen readers and the Tab key alike.
  const form = await words.elementHandle()
  const isBefore = await result.evaluate(
    (link, field) => Boolean(field && link.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING),
    form,
  )
  expect(isBefore).toBe(true)
})

test("after an update the screen stays, and the newest version is a press away", { tag: "@phone" }, async ({
  page,
  baseURL,
}) => {
  await signUpConfirmed(page, baseURL ?? "")
  await page.goto("/app")
  const words = page.getByLabel("What do you want to see?")
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
  await words.fill("a red mug")
  // The files of the former version are gone from the server.
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404, body: "" }))
  await page.getByRole("link", { name: "Remove background" }).click()
  const bar = page.getByRole("alert").filter({ hasText: "The next page could not be loaded." })
  await expect(bar).toBeVisible()
  await expect(words).toHaveValue("a red mug")
  for (const name of ["Retry", "Reload"]) await expect(bar.getByRole("button", { name })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(/\/assets\/.*\.js/)
  // Some browsers remember for as long as the page lives that a file could not be had: then the press opens the page anew.
  await bar.getByRole("button", { name: "Retry" }).click()
  await expect(page).toHaveURL(/\/generations\/bg-remover/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
})
