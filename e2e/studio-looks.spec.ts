import { expect, type Page, test } from "@playwright/test"
import { complaints } from "./accessible.ts"
import { signUp } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

/** Each screen with what is there once it has settled. */
const screens: readonly [address: string, settled: string][] = [
  ["/explore", "Explore Tools"],
  ["/category/products", "Products"],
  ["/category/watches", "Watches"],
  ["/demotraining?mode=Bags-demo", "Demo"],
  ["/demogenerate?mode=Bags-demo", "Demo"],
  ["/training?mode=bags", "Your selected images will appear here"],
  ["/training-dataset", "Let's create your first photoshoot."],
  ["/photo-gallery?tab=uploads", "tin 1.jpg"],
  ["/photoshoot-gallery", "Pretty empty around here"],
  ["/lora-gallery", "Pretty empty around here"],
  ["/generations/bg-remover", "Select an image to remove background"],
]

test("models, trades, demos and galleries have nothing to complain about, in both themes", async ({
  page,
  baseURL,
  viewport,
}) => {
  const origin = baseURL ?? ""
  await signUp(page, origin)
  for (const file of await productPhotos(480)) {
    const multipart = { fileId: "unique()", file }
    const reply = await page.request.post("/v1/storage/buckets/images/files", { multipart, headers: { origin } })
    expect(reply.status(), await reply.text()).toBe(201)
  }
  const found: Record<string, string[]> = {}
  const look = async (name: string): Promise<void> => {
    const faults: string[] = []
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      // Only colours differ in the other theme.
      faults.push(...(await complaints(page, colorScheme === "light" ? undefined : ["color-contrast"])))
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wider > 0) faults.push(`The page is ${wider} px wider than its window.`)
    if (await page.evaluate(endsBehindBar)) faults.push("Its end lies behind the bottom bar.")
    if (faults.length > 0) found[name] = faults
  }
  for (const [address, settled] of screens) {
    await page.goto(address)
    const words = page.getByRole("main").getByText(settled).or(page.getByRole("main").getByAltText(settled))
    await expect(words.first(), address).toBeAttached()
    await expect(page.getByRole("heading", { level: 1 }), address).toBeVisible()
    await look(address.slice(1).replaceAll(/\W/g, "-"))
  }

  await page.goto("/photo-gallery?tab=uploads")
  await page.getByRole("button", { name: "Details" }).first().press("Enter")
  const dialog = page.getByRole("dialog", { name: "Upload" })
  await expect(dialog.getByText("480 ×")).toBeVisible()
  await look("upload")
  await dialog.getByRole("link", { name: "Download for…" }).click()
  await expect(page).toHaveURL(/\/generations\/export\?image=/)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await look("export")
  expect(found).toEqual({})

  // A window can be made narrower on a desk only.
  if (viewport?.width === 1440) await seeRowOfStyles(page)
})

/** Whether the page's last part can not be scrolled out from behind the bar at the lower edge of phones. */
function endsBehindBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]")?.getBoundingClientRect()
  const { scrollY } = globalThis
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })
  const end = document.querySelector("main")?.lastElementChild?.getBoundingClientRect().bottom ?? 0
  scrollTo({ top: scrollY, behavior: "instant" })
  return bar !== undefined && bar.height > 0 && end > bar.top
}

/** One card in view from 320 px, three from 768 px, four from 1024 px, ten apart; buttons and keys go on. */
async function seeRowOfStyles(page: Page): Promise<void> {
  await page.goto("/explore")
  const row = page.getByRole("region", { name: "Styles for you" })
  const count = row.getByText(/of 16$/)
  for (const [width, inView] of [
    [320, "1 of 16"],
    [768, "1 to 3 of 16"],
    [1024, "1 to 4 of 16"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(count, `${width} px`).toHaveText(inView)
    const cards = row.getByRole("listitem")
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0), `${width} px`).toBeCloseTo(10)
  }
  await row.getByRole("button", { name: "Next" }).click()
  await expect(count).toHaveText("2 to 5 of 16")
  await page.keyboard.press("ArrowRight")
  await expect(count).toHaveText("3 to 6 of 16")
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await expect(count).toHaveText("1 to 4 of 16")
  await expect(row.getByRole("button", { name: "Previous" })).toBeDisabled()
}
