import { expect, type Page, test } from "@playwright/test"
import { projectId } from "#contract/project.ts"
import { emptyProduct } from "#contract/studio/shelf.ts"
import { expectAccessible } from "#e2e/accessible.ts"
import { gotoOffline, reloadOffline, setOffline } from "#e2e/network.ts"
import { newPerson, signUpConfirmed } from "#e2e/person.ts"
import { pictureStepMs } from "#e2e/picture-work.ts"
import { storedHere } from "./stored.ts"

test("the installed studio opens without a line; what is ordered there is sent once, by one of two tabs; nothing stays", {
  tag: "@phone",
}, async ({ page, context, baseURL }) => {
  const origin = baseURL ?? ""
  // As from the home screen.
  await context.addInitScript(() => {
    const ask = matchMedia.bind(globalThis)
    globalThis.matchMedia = (query) => ask(query.replace("(display-mode: standalone)", "all"))
  })
  await signUpConfirmed(page, origin)
  const send = async (method: "get" | "post", path: string, data?: object) => {
    const reply = await page.request[method](path, {
      headers: { origin },
      timeout: pictureStepMs,
      ...(data && { data }),
    })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return (await reply.json()).data
  }
  const credits = async () => (await send("get", "/credits")).credits
  const order = { prompt: "a clay pot", aspect_ratio: "1:1", mode: "flux1.1-pro", is_public: true }
  await send("post", "/image-gen-with-flux-1.1", order)
  const product = await send("post", "/shelf/products", { ...emptyProduct, name: "Tin of tea" })
  const productPath = `/shelf/${product.id}`
  const manifest = await (await page.request.get("/manifest.webmanifest")).json()
  const orders: string[] = []
  // What is only tried does not count: a browser under load tells a page a moment late that its line is gone.
  context.on("requestfinished", (request) => {
    const path = new URL(request.url()).pathname
    if (/^\/image-gen|^\/shelf\/products/.test(path) && request.method() !== "GET") orders.push(path)
  })
  const notSent = (where: Page, count: number) => where.getByRole("button", { name: `Your orders: ${count} not sent` })
  const picture = page.getByRole("img", { name: "a clay pot" }).first()
  const isSeen = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)

  await test.step("opens everything once with a line", async () => {
    await page.goto("/app")
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.goto("/photo-gallery")
    await expect.poll(isSeen).toBe(true)
    const isKept = (part: string) =>
      expect.poll(async () => (await storedHere(page)).some((key) => key.includes(part)), part).toBe(true)
    await isKept("preview:")
    await isKept("getUserGenerations")
    await page.goto("/shelf")
    await page.getByRole("link", { name: /Tin of tea/ }).tap()
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tin of tea")
    await isKept(product.id)
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await isKept("getStudio")
  })

  await test.step("and again without one", async () => {
    await setOffline(page, true)
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url), "/share"]) {
      await gotoOffline(page, path)
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible()
      await expect(page.getByText(/^You are offline\./), path).toBeVisible()
    }
    await gotoOffline(page, "/photo-gallery")
    await expect.poll(isSeen).toBe(true)
    await expect(page.getByText(/^You are offline\. What you see here is from/)).toBeVisible()
    await expectAccessible(page)
    await gotoOffline(page, "/shelf")
    await expect(page.getByRole("link", { name: /Tin of tea/ })).toBeVisible()
  })

  await test.step("takes an order that can be taken back, and a change", async () => {
    await gotoOffline(page, "/generations/flux?mode=flux1.1-pro")
    await page.getByLabel("Prompt", { exact: true }).fill("a blue mug")
    const generate = page.getByRole("button", { name: /^Generate \(/ })
    await generate.tap()
    await notSent(page, 1).tap()
    await expect(page.getByText("Waits for the connection (5 credits)")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Take back" }).tap()
    await expect(notSent(page, 1)).toHaveCount(0)
    await page.keyboard.press("Escape")
    await generate.tap()
    await expect(notSent(page, 1)).toBeVisible()
    await reloadOffline(page)
    await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("a blue mug")
    await gotoOffline(page, productPath)
    await page.getByLabel("Name", { exact: true }).fill("Tin of green tea")
    await page.getByRole("button", { name: "Save", exact: true }).tap()
    await expect(notSent(page, 2)).toBeVisible()
    await expect(page.getByText("You changed this without a connection.")).toBeVisible()
    await gotoOffline(page, "/shelf/new")
    await page.getByLabel("Name", { exact: true }).fill("Cup")
    await page.getByRole("button", { name: "Save", exact: true }).tap()
    await expect(notSent(page, 3)).toBeVisible()
    await expect(page.getByText("You made this without a connection.")).toBeVisible()
    // Saved again, it is still one product.
    await page.getByLabel("Name", { exact: true }).fill("Large cup")
    await page.getByRole("button", { name: "Save", exact: true }).tap()
    await notSent(page, 3).tap()
    await expect(page.getByRole("link", { name: "Large cup" })).toBeVisible()
    await page.keyboard.press("Escape")
    await reloadOffline(page)
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Large cup")
    await gotoOffline(page, "/training")
    await expect(page.getByRole("heading", { name: "What do you sell?" })).toBeVisible()
    await expect(page.getByText(/Sending photos and training a model need a connection/)).toBeVisible()
    await expect(page.getByRole("main").locator("img:visible").first()).toHaveCount(0)
    expect(orders).toEqual([])
  })

  await test.step("sends each once when the line is back, whichever tab does", async () => {
    const other = await context.newPage()
    await gotoOffline(other, "/app")
    await expect(notSent(other, 3)).toBeVisible()
    await setOffline(page, false)
    await setOffline(other, false)
    for (const tab of [page, other]) await expect(tab.getByRole("button", { name: /not sent/ })).toHaveCount(0)
    await other.close()
    const sent = ["/image-gen-with-flux-1.1", "/shelf/products", `/shelf/products/${product.id}`]
    await expect.poll(() => orders.toSorted()).toEqual(sent)
    expect((await send("get", `/shelf/products/${product.id}`)).name).toBe("Tin of green tea")
    const { data: shelf } = await (await page.request.get("/shelf/products")).json()
    expect(shelf.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Large cup", "Tin of green tea"])
    expect(await credits()).toBe(10)
    await expect(page.getByText(/You are offline/)).toHaveCount(0)
  })

  await test.step("signing out without a line takes back what waits, after a question, and leaves nothing", async () => {
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await expect(page.getByRole("button", { name: /^Generate \(/ })).toBeEnabled()
    await setOffline(page, true)
    await page.getByRole("button", { name: /^Generate \(/ }).tap()
    await expect(notSent(page, 1)).toBeVisible()
    await page.getByRole("button", { name: /^Account of/ }).tap()
    await page.getByRole("menuitem", { name: "Sign out" }).tap()
    const question = page.getByRole("dialog", { name: "Sign out and take back what waits?" })
    await expect(question).toContainText("1 thing of “Your orders” was not sent yet.")
    await expectAccessible(page)
    await question.getByRole("button", { name: "Sign out anyway" }).tap()
    await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible()
    expect(await storedHere(page)).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["signOutToSend"])
    await setOffline(page, false)
    await expect(page).toHaveURL(/\/sign-in/)
    expect(orders).toHaveLength(3)
  })

  await test.step("somebody else on this phone finds nothing", async () => {
    // By calls alone: signing up as other journeys do would begin with an empty browser.
    const { email, password } = newPerson()
    for (const [path, data] of [
      ["/v1/account", { userId: "unique()", email, password, name: "Bola Ade" }],
      ["/v1/account/sessions/email", { email, password }],
    ] as const) {
      expect((await page.request.post(path, { data, headers: { origin } })).ok(), path).toBe(true)
    }
    await page.evaluate(
      (marker) => localStorage.setItem("cookieFallback", marker),
      `{"a_session_${projectId}":"signed-in"}`,
    )
    await page.goto("/app")
    await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible()
    await setOffline(page, true)
    await gotoOffline(page, "/photo-gallery")
    await expect(page.getByText(/^You are offline\./)).toBeVisible()
    await expect(picture).toHaveCount(0)
    expect((await storedHere(page)).filter((key) => key.startsWith("preview:"))).toEqual([])
  })
})
