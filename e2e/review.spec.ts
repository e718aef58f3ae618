import { expect, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { ownerEmail, ownerOf, ownerPassword } from "./owner.ts"
import { newPerson } from "./person.ts"
import { pictureStepMs } from "./picture-work.ts"

const prompt = "a red mug on a table"

test("a public picture is reported, taken down, and gone everywhere", { tag: "@desk" }, async ({
  page,
  playwright,
  baseURL,
  browser,
}) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const maker = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const { email, password } = newPerson()

  const picture = await test.step("somebody new publishes a picture", async () => {
    const account = { userId: "unique()", email, password, name: "Ada Obi" }
    expect((await maker.post("/v1/account", { data: account })).ok()).toBe(true)
    expect((await maker.post("/v1/account/sessions/email", { data: { email, password } })).ok()).toBe(true)
    const url = `${baseURL}/verify-user`
    expect((await maker.post("/v1/account/verification", { data: { url } })).ok()).toBe(true)
    let link: URL | undefined
    await expect
      .poll(async () => {
        const mails = (await (await page.request.get(`/dev/mail.json?to=${email}`)).json()) as { text: string }[]
        const found = mails[0]?.text.match(/https?:\/\/\S+/)?.[0]
        link = found ? new URL(found) : undefined
        return found
      })
      .toBeTruthy()
    const secret = Object.fromEntries(link?.searchParams ?? [])
    expect((await maker.put("/v1/account/verification", { data: secret })).ok()).toBe(true)
    const refused = await maker.post("/image-gen-with-flux-1.1", {
      data: { prompt: "a poster that says fuck", aspect_ratio: "1:1" },
    })
    expect(refused.status()).toBe(422)
    const made = await maker.post("/image-gen-with-flux-1.1", {
      data: { prompt, aspect_ratio: "1:1" },
      timeout: pictureStepMs,
    })
    expect(made.status(), await made.text()).toBe(200)
    return new URL(((await made.json()) as { data: string }).data).pathname
  })

  const consolePage = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await test.step("it waits before the showcase, until an operator approves it", async () => {
    await page.goto("/showcase")
    await expect(page.getByRole("heading", { name: "Made here" })).toBeVisible()
    await expect(page.getByRole("img", { name: prompt })).toHaveCount(0)
    expect((await page.request.get(picture)).status()).toBe(404)
    await consolePage.goto("/sign-in")
    await consolePage.getByLabel("E-mail").fill(ownerEmail)
    await consolePage.getByLabel("Password", { exact: true }).fill(ownerPassword)
    await consolePage.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect(consolePage).toHaveURL(/\/app/)
    await consolePage.goto("/operator/review?list=waiting")
    await consolePage.getByRole("button", { name: `Approve: ${prompt}` }).click()
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByLabel("Reason").fill("A mug and nothing else")
    await consolePage.getByRole("button", { name: "Approve", exact: true }).click()
    await expect(consolePage.getByText("The picture is on the showcase.")).toBeVisible()
  })

  await test.step("a visitor reports it, without an account", async () => {
    await page.reload()
    await expect(page.getByRole("img", { name: prompt })).toBeVisible()
    await page.getByRole("button", { name: `Report this picture: ${prompt}` }).click()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Send report" }).click()
    await expect(page.getByText("Please choose a reason")).toBeVisible()
    await page.getByLabel("What is wrong with it?").selectOption({ label: "Uses a work or a brand that is not theirs" })
    await page.getByLabel(/Anything else/).fill("This mug is our mark.")
    await page.getByRole("button", { name: "Send report" }).click()
    await expect(page.getByText("Thank you. Somebody will look at it.")).toBeVisible()
    expect((await page.request.get(picture)).status()).toBe(200)
    expect((await page.request.get(`${picture}/640`)).status()).toBe(200)
  })

  await test.step("an operator takes it down, with a reason", async () => {
    await consolePage.goto("/operator/review")
    await expect(consolePage.getByText("This mug is our mark.")).toBeVisible()
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByRole("button", { name: `Take down: ${prompt}` }).click()
    await consolePage.getByLabel("Reason").fill("The mug is a mark of somebody else")
    await consolePage.getByRole("button", { name: "Take down", exact: true }).click()
    await expect(consolePage.getByText("The picture is down, and its owner gets a mail.")).toBeVisible()
    await expect(consolePage.getByText("No picture is reported.")).toBeVisible()
  })

  await test.step("it is gone from the showcase, its address and its previews", async () => {
    await page.reload()
    await expect(page.getByRole("heading", { name: "Made here" })).toBeVisible()
    await expect(
      page.getByText("Nobody has shown a picture yet").or(page.getByRole("list", { name: "Public pictures" })),
    ).toBeVisible()
    await expect(page.getByRole("img", { name: prompt })).toHaveCount(0)
    for (const ending of ["", "/320", "/640", "?download"]) {
      expect([ending, (await page.request.get(picture + ending)).status()]).toEqual([ending, 404])
    }
    expect((await maker.get(picture)).status()).toBe(200)
    await expect
      .poll(async () => (await (await page.request.get(`/dev/mail.json?to=${email}`)).json())[0]?.subject)
      .toBe("A picture of yours was taken down")
    const log = await (await owner.get("/operators/log")).json()
    expect(log.data[0]).toMatchObject({ action: "review.takeDown", about: prompt })
  })
})
