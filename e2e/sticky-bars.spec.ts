import { expect, type Page, test } from "@playwright/test"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PhotoshootDocument } from "#contract/studio/photoshoot-document.ts"
import type { PickedPicture } from "#contract/studio/review.ts"
import type { Model } from "#contract/studio/trainings.ts"
import type { TrashedPicture } from "#contract/studio/trash.ts"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { newPerson, signUp, signUpConfirmed } from "./person.ts"
import { productPhotos } from "./product-photos.ts"

/** Pixels at the edges of the window that stay where they are while the page is scrolled. */
function stuckPixels(): number {
  const shown = [...document.querySelectorAll("body *")].filter((element) => {
    const { position } = getComputedStyle(element)
    const { width, height, top, bottom } = element.getBoundingClientRect()
    const isBar = ["fixed", "sticky"].includes(position) && width > innerWidth / 2 && height > 0
    return isBar && bottom > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true })
  })
  // One over another counts once.
  const rows = new Set<number>()
  for (const bar of shown) {
    const { top, bottom } = bar.getBoundingClientRect()
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y += 1) rows.add(y)
  }
  return rows.size
}

async function openScrolled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 3))
}

test("bars take no more than 22 % of a small phone's screen, and its header has room for four digits", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  await signUp(page, baseURL ?? "")
  await page.setViewportSize({ width: 360, height: 740 })
  // A balance of four digits, as after the purchase of Max.
  await page.route("**/credits", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { data: { credits: 2480, held: 0 } } })
      : route.continue(),
  )
  for (const path of [
    "/app",
    "/generations",
    "/generations/flux?mode=flux-dev-realism",
    "/generations/bg-remover",
    "/photo-gallery",
    "/credits-billing?plan=max",
    "/training?mode=bags",
    "/shelf/new",
  ]) {
    await openScrolled(page, path)
    // The header goes away with the scrolling, not at once.
    await expect.poll(() => page.evaluate(stuckPixels), { message: path }).toBeLessThanOrEqual(0.22 * 740)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
  await page.goto("/credits-billing?plan=max")
  const pay = page.getByRole("button", { name: "Pay" })
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(page.locator("[data-docked]")).toContainText("Max")
  await page.goto("/generations/batch?tool=cut-out")
  const photos = (await productPhotos()).flatMap((photo) =>
    [1, 2, 3].map((n) => ({ ...photo, name: `${n} ${photo.name}` })),
  )
  await page.locator("input[type=file]").first().setInputFiles(photos)
  const generate = page.getByRole("button", { name: `Generate (${photos.length} credit)` })
  await expect(generate).toBeEnabled()
  await expect(generate).toBeInViewport({ ratio: 1 })
  await expect.poll(() => page.evaluate(stuckPixels)).toBeLessThanOrEqual(0.22 * 740)
  await expectAccessibleInBothThemes(page)
})

const made = "2026-01-01T00:00:00.000+00:00"

function pictureOf(origin: string, $id: string): OwnPicture {
  const url = `${origin}/favicon.svg`
  const words = "a tin of tea on sand"
  return {
    ...{ $id, $createdAt: made, $updatedAt: made, creator: "me", prompt: words, sent_prompt: words, engine: "local" },
    ...{ mode: "flux1.1-pro", is_public: false, is_starred: false, trade: null, waits_until: null },
    ...{ url, preview_320: url, preview_640: url, placeholder: url, width: 1_080, height: 1_080, size: 1 },
    aspect_ratio: "1:1",
  }
}

/** Answers with a picture of each kind and a model, which take minutes to make. */
async function standIn(page: Page, origin: string): Promise<void> {
  const picture = pictureOf(origin, "p1")
  const shot: PhotoshootDocument = { ...picture, customerID: "me", trainingId: "m1", template: "sand" }
  const { prompt, width, height, size, placeholder } = picture
  const trashed: TrashedPicture = {
    ...{ source: "generations", id: "p1", prompt, width, height, size, placeholder, preview: picture.url },
    ...{ trashed_at: made, gone_at: "2027-01-01T00:00:00.000+00:00" },
  }
  const { url, preview_640: preview } = picture
  const pick: PickedPicture = {
    source: "generations",
    id: "p2",
    title: prompt,
    words: null,
    url,
    preview,
    width,
    height,
  }
  const model: Model = {
    ...{
      id: "m1",
      triggerWord: "tins-1",
      title: "Tins, with quite a long name",
      PrimaryStyle: "Bags",
      engine: "local",
    },
    ...{
      trainingStatus: "photoshoot_ready",
      progress: 1,
      failure: null,
      isRefunded: false,
      images: [],
      isPublic: false,
    },
    ...{ url: null, views: 3, colours: [], findings: [], shots: 1, openShots: 0, allowance: 0, data_created: made },
  }
  for (const [path, json] of [
    [/\/own-pictures(\?|$)/, { data: [picture] }],
    [/\/collections\/photoshoots\/documents/, { total: 1, documents: [shot] }],
    [/\/collections\/generations\/documents/, { total: 1, documents: [picture] }],
    [/\/showcase\/picks$/, { data: [pick] }],
    [/\/own-pictures\/trash/, { data: { pictures: [trashed], next: null, count: 1, bytes: 1, quotaBytes: 0 } }],
    [/\/trainings$/, { data: [model] }],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ json }))
  }
}

test("the first picture of each gallery and of the showcase begins in the upper half of a phone, and its list of models too", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  const origin = baseURL ?? ""
  await signUpConfirmed(page, origin)
  const [file] = await productPhotos(480)
  if (!file) throw new Error("There is no photo.")
  const multipart = { fileId: "unique()", file }
  const reply = await page.request.post("/v1/storage/buckets/images/files", { multipart, headers: { origin } })
  expect(reply.status(), await reply.text()).toBe(201)
  await standIn(page, origin)
  const begins: string[] = []
  for (const [width, height] of [
    [360, 740],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of [
      "/photo-gallery",
      "/photo-gallery?tab=uploads",
      "/photoshoot-gallery",
      "/lora-gallery",
      "/photo-gallery/trash",
      "/showcase",
    ]) {
      await page.goto(path)
      const first = page.getByRole("main").getByRole("img").first()
      await expect(first, path).toBeVisible()
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      const share = ((await first.boundingBox())?.y ?? height) / height
      if (share > 0.5) begins.push(`${path} at ${Math.round(100 * share)} % of ${width} x ${height}`)
    }
  }
  expect(begins).toEqual([])

  // Where nobody has shown a picture, the first of ours is on the first screen.
  await page.route(/\/collections\/generations\/documents/, (route) =>
    route.fulfill({ json: { total: 0, documents: [] } }),
  )
  await page.route(/\/showcase\/picks$/, (route) => route.fulfill({ json: { data: [] } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/showcase")
  await expect(page.getByText("Nobody has shown a picture yet")).toBeVisible()
  const sample = await page.getByRole("main").getByRole("img").first().boundingBox()
  expect(sample?.y).toBeLessThan(0.66 * 844)
})

test("a list that opens at the lower edge is read above the bar that stays there", { tag: "@phone" }, async ({
  page,
  baseURL,
}) => {
  const { email, password } = newPerson()
  const headers = { origin: baseURL ?? "" }
  await page.request.post("/v1/account", { data: { userId: "unique()", email, password, name: "Ada Obi" }, headers })
  await page.goto("/sign-in")
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page).toHaveURL(/app$/)
  await page.goto("/credits-billing?plan=max")
  for (const [width, height] of [
    [360, 740],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ["Country", "State"]) {
      const field = page.getByRole("combobox", { name })
      // As low as it can be seen.
      await field.evaluate((element) => element.scrollIntoView({ block: "end" }))
      await field.click()
      const choice = page.getByRole("listbox").getByRole("option").first()
      await expect(choice).toBeVisible()
      const hidden = await page.evaluate(() => {
        const list = document.querySelector("[role=listbox]:not([hidden])")?.getBoundingClientRect()
        if (!list) return "There is no list."
        const at = document.elementFromPoint(list.left + list.width / 2, Math.min(list.bottom, innerHeight) - 4)
        return at?.closest("[role=listbox]") && list.bottom <= innerHeight ? "" : `Behind ${at?.outerHTML.slice(0, 80)}`
      })
      expect(hidden, `${name} at ${width} x ${height}`).toBe("")
      if (name === "Country") await field.fill("Nigeria")
      await field.press("Enter")
    }
  }
})

test("a gallery that reads on leaves its reader where they are", async ({ page, baseURL }) => {
  const origin = baseURL ?? ""
  await signUpConfirmed(page, origin)
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/own-pictures(\?|$)/, async (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get("after") ?? 0)
    if (after > 0) await opened
    await route.fulfill({
      json: { data: Array.from({ length: 25 }, (_, at) => pictureOf(origin, `${after + at + 1}`)) },
    })
  })
  await page.goto("/photo-gallery")
  const pictures = page.getByRole("list", { name: "Generated pictures" }).getByRole("listitem")
  await expect(pictures.first()).toHaveAttribute("aria-setsize", "25")
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
  await expect(page.getByText("Loading more")).toBeVisible()
  const before = await page.evaluate(() => window.scrollY)
  open()
  await expect(pictures.last()).toHaveAttribute("aria-setsize", "50")
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})
