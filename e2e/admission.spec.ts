import AxeBuilder from "@axe-core/playwright"
import { type APIRequestContext, expect, type Page, test } from "@playwright/test"
import { ownerOf } from "./owner.ts"
import { fillSignUp, mailedLink, newPerson } from "./person.ts"

test.beforeEach(({ viewport }) => {
  test.skip(viewport?.width !== 390, "one journey, on the phone")
})

async function send(owner: APIRequestContext, method: "post" | "put", path: string, data: object) {
  const reply = await owner[method](`/operators/admissions/${path}`, { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

const read = async (owner: APIRequestContext, path: string) =>
  (await (await owner.get(`/operators/admissions/${path}`)).json()).data

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Pays at the sandbox and comes back to the dashboard. */
async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  const on = page.getByRole("link", { name: "Open your dashboard" })
  const dashboard = page.getByRole("heading", { level: 1, name: /Welcome/ })
  await expect(on.or(dashboard)).toBeVisible()
  if (await on.isVisible()) await on.click()
  await expect(dashboard).toBeVisible()
}

test("from a new visitor to a place that is paid for", async ({ page, playwright, baseURL, context }) => {
  const owner = await ownerOf(playwright, baseURL ?? "")
  const person = newPerson()

  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await expect(page.getByRole("heading", { level: 1, name: "Welcome Obi" })).toBeVisible()
  await page.goto(await mailedLink(page, person.email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await page.goto("/app")
  await expect(page.getByText("1 of 4 done")).toBeVisible()
  await expect(page.getByRole("button", { name: "Tell me when it opens" })).toHaveCount(3)
  await isAccessible(page)

  await test.step("pays the application fee", async () => {
    await page.getByRole("link", { name: "Apply" }).first().click()
    await page.getByLabel("I am 16 or older.").check()
    await page.getByRole("button", { name: "Pay" }).click()
    await pay(page)
    await expect(page.getByRole("heading", { name: "You're In!" })).toBeVisible()
    await isAccessible(page)
  })

  await test.step("takes the assessment, through a reload and without a network for a while", async () => {
    await page.getByRole("link", { name: "Start the assessment" }).click()
    await page.getByRole("button", { name: "Start now" }).click()
    await expect(page.getByText("0 of 11 answered")).toBeVisible()
    const first = page.getByRole("group").nth(0).getByRole("radio").first()
    await first.check()
    await expect(page.getByText("Saved", { exact: true })).toBeVisible()
    await context.setOffline(true)
    const text = page.getByRole("textbox").first()
    await text.fill("I would automate the replies, never the apologies.")
    await expect(page.getByText(/Kept on this device/)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText("Saved", { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText("2 of 11 answered")).toBeVisible()
    await expect(text).toHaveValue("I would automate the replies, never the apologies.")
    await expect(first).toBeChecked()
    await isAccessible(page)
    await page.getByRole("button", { name: "Hand in" }).click()
    await page.getByRole("link", { name: "Dashboard" }).last().click()
    await expect(page.getByText("Your answers are being marked")).toBeVisible()
  })

  const [row] = (await (await owner.get(`/operators/admissions/applications?search=${person.email}`)).json()).data
  const file = await read(owner, `applications/${row.id}`)
  const sheet = await read(owner, `assessments/${file.assessmentId}`)
  const open = sheet.questions.filter(({ given }: { given: number | null }) => given === null)
  const marks = open.map(({ id }: { id: string }) => ({ questionId: id, points: 4 }))
  await send(owner, "put", `assessments/${file.assessmentId}/marks`, { marks })
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  const slots = { day, times: ["10:00", "11:30"], timeZone: "Africa/Lagos", minutes: 30, place: "+234 800 000 0000" }
  await send(owner, "post", "slots", slots)

  await test.step("books the interview", async () => {
    await page.getByRole("link", { name: "Book the interview" }).click()
    await page.getByLabel("Your time zone").selectOption("Africa/Nairobi")
    await page.getByRole("radio", { name: "12:00" }).check()
    await isAccessible(page)
    await page.getByRole("button", { name: "Book this time" }).click()
    await expect(page.getByText(/at 12:00 \(Nairobi time, GMT\+3\)/)).toBeVisible()
  })

  await send(owner, "post", `applications/${row.id}/interview`, { outcome: "held" })
  const decision = { outcome: "admitted", scholarship: "partial", award: 20_000, note: "Well done." }
  await send(owner, "post", `applications/${row.id}/decision`, decision)

  await test.step("takes the place with the first instalment", async () => {
    await page.goto("/app?ref=fusion")
    await expect(page.getByRole("heading", { name: "Congratulations" })).toBeVisible()
    await page.getByRole("link", { name: "Pay tuition" }).click()
    await expect(page.getByText(/scholarship of ₦20,000/)).toBeVisible()
    await page.getByRole("radio", { name: /Three instalments: ₦200,000/ }).check()
    await isAccessible(page)
    await page.getByRole("button", { name: /^Pay ₦/ }).click()
    await pay(page)
    await expect(page.getByText("On time")).toBeVisible()
    await isAccessible(page)
  })
})
