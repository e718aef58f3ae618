import { expect, type Locator, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { pressAt, tabTo } from "#e2e/keyboard.ts"
import { signUpConfirmed } from "#e2e/person.ts"
import { pictureStepMs } from "#e2e/picture-work.ts"

/** Has a picture drawn, as the studio's form asks for it. @returns its id */
async function draw(page: Page, origin: string, prompt: string): Promise<string> {
  const order = { prompt, aspect_ratio: "1:1" }
  const reply = await page.request.post("/image-gen-with-flux-1.1", {
    data: order,
    headers: { origin },
    timeout: pictureStepMs,
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { job } = (await reply.json()) as { job: { pictures: { id: string }[] } }
  return job.pictures[0]?.id ?? ""
}

test("a picture goes to the trash and comes back, by touch and by keyboard alone", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const origin = baseURL ?? ""
  const press = (target: Locator): Promise<void> => (isMobile ? target.tap() : pressAt(page, target, "Enter"))
  await signUpConfirmed(page, origin)
  const prompt = "a blue mug on a wooden table"
  const id = await draw(page, origin, prompt)

  await page.goto("/photo-gallery")
  const picture = page.getByRole("img", { name: prompt })
  await expect(picture).toBeVisible()
  if (isMobile) await page.getByRole("button", { name: "Filters" }).tap()
  await expect(page.getByRole("button", { name: "Starred" })).toBeVisible()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wider, "px that the page is wider than its window").toBeLessThanOrEqual(0)
  // A tile is one stop of the Tab key, with its actions behind the arrow keys.
  const actions = ["Copy prompt", "Details", "Star"].map((name) => page.getByRole("button", { name, exact: true }))
  const [, details, star] = actions as [Locator, Locator, Locator]
  if (isMobile) await star.tap()
  else {
    await tabTo(page, page.getByRole("link", { name: prompt }))
    for (const action of actions) {
      await page.keyboard.press("ArrowRight")
      await expect(action).toBeFocused()
      // Now it is drawn, and not only known by its name.
      await expect(action.locator("svg")).toBeVisible()
    }
    await page.keyboard.press("Enter")
  }
  await expect(star).toHaveAttribute("aria-pressed", "true")
  if (isMobile) await details.tap()
  else {
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
  }
  await press(page.getByRole("dialog").getByRole("button", { name: "Move to trash" }))
  await expect(picture).toHaveCount(0)
  expect((await page.request.get(`/pictures/${id}`)).status()).toBe(404)

  await press(page.getByRole("link", { name: "Trash", exact: true }))
  const trashed = page.getByRole("list", { name: "Pictures in the trash" })
  await expect(trashed.getByRole("img", { name: prompt })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await press(trashed.getByRole("button", { name: "Restore" }))
  await expect(page.getByText("The trash is empty")).toBeVisible()
  await press(page.getByRole("link", { name: "Go to your pictures" }))
  await expect(picture).toBeVisible()
})

test("somebody without an account sees a picture by its page and by a private link, until it ends", async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  const origin = baseURL ?? ""
  const press = (target: Locator): Promise<void> => (isMobile ? target.tap() : pressAt(page, target, "Enter"))
  await signUpConfirmed(page, origin)
  const id = await draw(page, origin, "a red handbag on a shelf")
  await page.goto(`/photo-gallery?picture=${id}`)
  await press(page.getByRole("button", { name: "Private link" }))
  const dialog = page.getByRole("dialog", { name: "Private link" })
  await press(dialog.getByRole("button", { name: "Make a link" }))
  const address = dialog.getByText(`${origin}/shared/`)
  await expect(address).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const stranger = await browser.newContext({ viewport: page.viewportSize() })
  const visited = await stranger.newPage()
  await visited.goto((await address.textContent()) ?? "")
  const picture = visited.getByRole("img", { name: "The shared picture" })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessibleInBothThemes(visited)
  await press(dialog.getByRole("button", { name: "End now" }))
  await expect(address).toHaveCount(0)
  await visited.reload()
  await expect(visited.getByText("This link has ended, or what it showed is gone.")).toBeVisible()

  // Its page is everybody's once it waits for nothing; until then there is none.
  expect((await visited.request.get(`/picture/${id}`)).status()).toBe(404)
  await stranger.close()
})
