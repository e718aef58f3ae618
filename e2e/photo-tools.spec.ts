import AxeBuilder from "@axe-core/playwright"
import { expect, type Page, test } from "@playwright/test"
import sharp from "sharp"
import { fillSignUp, mailedLink, newPerson } from "./person.ts"

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([])
}

/** A bottle before a wall. */
function photo(): Promise<Buffer> {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"><rect width="600" height="500" fill="#d5cfc4"/><rect x="230" y="160" width="140" height="260" rx="24" fill="#8a3b12"/><rect x="270" y="110" width="60" height="60" fill="#1d1d1f"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer()
}

test("a photo loses its background, gets a scene, passes Jumia's check, and several become a batch", async ({
  page,
}) => {
  const person = newPerson()
  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await expect(page).toHaveURL(/\/app$/)
  await page.goto(await mailedLink(page, person.email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await expect(page.getByText("20 credits").first()).toBeVisible()
  let scene = ""
  const file = { name: "bottle.jpg", mimeType: "image/jpeg", buffer: await photo() }

  await test.step("remove the background and compare", async () => {
    await page.goto("/generations/bg-remover")
    await page.getByLabel("Select an image to remove background").setInputFiles(file)
    await expect(page.getByText("600 × 500 px", { exact: false }).first()).toBeVisible()
    await page.getByRole("button", { name: "Generate (1 credit)" }).click()
    await expect(page.getByRole("link", { name: "View Image" })).toBeVisible({ timeout: 60_000 })
    const divider = page.getByRole("slider", { name: "Divider between before and after" })
    await divider.focus()
    await page.keyboard.press("ArrowLeft")
    await expect(divider).toHaveValue("49")
    scene = (await page.getByRole("link", { name: "Make a scene" }).getAttribute("href")) ?? ""
    await expectAccessible(page)
  })

  await test.step("make it ready for Jumia", async () => {
    await page.getByRole("link", { name: "Download for…" }).click()
    await expect(page.getByText("Passes", { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("put it before a colour, for nothing", async () => {
    await page.goto(scene)
    await page.getByRole("button", { name: "Generate (0 credit)" }).click()
    await expect(page.getByRole("link", { name: "View Image" })).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page)
  })

  await test.step("two photos become a batch that goes on while the page is closed", async () => {
    await page.goto("/generations/batch?tool=cut-out")
    const broken = { ...file, name: "cut off.jpg", buffer: file.buffer.subarray(0, file.buffer.length - 900) }
    await page.getByLabel("Select images for the batch").setInputFiles([file, { ...file, name: "second.jpg" }, broken])
    await page.getByRole("button", { name: /Generate \([23] credit\)/ }).click()
    await expect(page).toHaveURL(/batch=/)
    const address = page.url()
    await page.goto("/app")
    await page.goto(address)
    await expect(page.getByRole("status").filter({ hasText: /2 of [23] done/ })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole("link", { name: "Download ZIP" })).toBeVisible()
    await expectAccessible(page)
  })
})
