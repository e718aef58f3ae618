import { expect, type Locator, type Page, test } from "@playwright/test"
import { complaints, expectAccessible } from "./accessible.ts"
import { pressAt, tabTo } from "./keyboard.ts"
import { applyByCalls, callsAs } from "./learner.ts"
import { ownerOf } from "./owner.ts"
import { enterAs, signUpConfirmed } from "./person.ts"

/** Drags with the mouse, onto something that comes up while that is done, until the outcome is seen. */
async function dragTo(page: Page, from: Locator, onto: Locator, outcome: Locator): Promise<void> {
  // A busy page hears of several moves as of one: where no drag began, or it ended before the page knew what it was over,
  // it is begun anew. By hand it goes on being told where the pointer is.
  await expect(async () => {
    if (await outcome.isVisible()) return
    await page.mouse.up()
    await from.hover()
    await page.mouse.down()
    for (let at = 300; at < 330; at += 5) await page.mouse.move(at, at)
    await expect(onto).toBeVisible({ timeout: 2_000 })
    await onto.hover()
    await onto.hover()
    await page.mouse.up()
    await expect(outcome).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Gives the reason that the open dialog asks for, and sends it. */
async function giveReason(page: Page, reason: string): Promise<void> {
  await tabTo(page, page.getByRole("dialog").getByLabel("Reason"))
  await page.keyboard.type(reason)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toHaveCount(0)
}

test("an application goes from paid to admitted without a mouse, which could be used as well", {
  tag: "@desk",
}, async ({ page, playwright, baseURL, browser }) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const applicant = await (await browser.newContext({ baseURL: origin })).newPage()
  const { email } = await signUpConfirmed(applicant, origin)
  const own = callsAs(applicant.request, origin)
  const id = await applyByCalls(applicant, origin, "systems_intergration")
  await enterAs(page, owner, origin)

  /** The row of the applicant on the board. */
  const findRow = async (): Promise<Locator> => {
    await tabTo(page, page.getByLabel("Search"))
    await page.keyboard.type(email)
    const rows = page.getByRole("list", { name: "Applications" }).getByRole("listitem")
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(email)
    return rows
  }

  await test.step("it stands on the board, where keys go to it and open it", async () => {
    await page.goto("/operator/admissions")
    const row = await findRow()
    await expect(row).toContainText("Study kit sent")
    const { data: sheet } = await own("post", "/academy/assessment", {})
    // Words are marked by a person, the rest by itself.
    const question = sheet.questions.find(({ kind }: { kind: string }) => kind === "text")
    const answer = { value: "I would automate the replies, never the apologies.", revision: 1 }
    await own("put", `/academy/assessment/${sheet.id}/answers/${question.id}`, answer)
    await own("post", `/academy/assessment/${sheet.id}/hand-in`, {})
    await pressAt(page, row.getByRole("link"), "Enter")
    await expect(page).toHaveURL(new RegExp(`/applications/${id}$`))
  })

  await test.step("the answers are marked", async () => {
    await pressAt(page, page.getByRole("link", { name: "Mark the answers" }), "Enter")
    const points = page.getByLabel(/^Points for/)
    await expect(points.first()).toBeVisible()
    for (const field of await points.all()) {
      await tabTo(page, field)
      await page.keyboard.type("4")
      await expect(field).toHaveValue("4")
    }
    await pressAt(page, page.getByRole("button", { name: "Save the marks" }), "Enter")
    await expect(page).toHaveURL(new RegExp(`/applications/${id}$`))
  })

  await test.step("times are opened in the calendar, two weeks on, and one is booked", async () => {
    await pressAt(page, page.getByRole("link", { name: "Interviews" }), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Interviews" })).toBeVisible()
    // The address knows of the week before the calendar does, and "o" offers a day of the week that is shown.
    const thisWeek = page.getByRole("button", { name: "This week" })
    await expect(thisWeek).toBeDisabled()
    await page.keyboard.press("j")
    await expect(thisWeek).toBeEnabled()
    const oneOn = page.url()
    await page.keyboard.press("j")
    await expect(page).not.toHaveURL(oneOn)
    await expect(page).toHaveURL(/week=/)
    await page.keyboard.press("o")
    await tabTo(page, page.getByRole("dialog").getByLabel("Link or phone number"))
    await page.keyboard.type(`https://meet.example.com/${id}`)
    await giveReason(page, "The usual hours")
    const free = page.getByTitle(id).filter({ hasText: "Free" })
    await expect(free).toHaveCount(2)
    await expectAccessible(page)
    const slots = (await own("get", "/academy/interview/slots")).data
    await own("put", "/academy/interview", { slotId: slots.at(-1).id, timeZone: "Africa/Lagos" })
    await page.reload()
    await expect(free).toHaveCount(1)
    await pressAt(page, page.getByTitle(id).filter({ hasText: "Ada Obi" }), "Enter")
  })

  await test.step("the interview is held, and the decision made on the board", async () => {
    await pressAt(page, page.getByRole("button", { name: "It was held" }), "Enter")
    await giveReason(page, "We spoke for half an hour")
    await pressAt(page, page.getByRole("link", { name: "All applications" }), "Enter")
    const row = await findRow()
    await expect(row).toContainText("Interviewed")
    await dragTo(
      page,
      row.getByText("Interviewed"),
      page.getByRole("button", { name: "Waitlist" }),
      page.getByRole("dialog"),
    )
    await giveReason(page, "Every seat is taken")
    await expect(row).toContainText("Waitlisted")
    await tabTo(page, row.getByRole("link"))
    await page.keyboard.press("x")
    await expect(page.getByText("1 application marked")).toBeVisible()
    await page.keyboard.press("a")
    await expectAccessible(page)
    await giveReason(page, "Good answers")
    await expect(row).toContainText("Admitted")
    expect((await own("get", "/academy/journey")).data.application.status).toBe("admitted")
  })

  await test.step("every page of the console has nothing to complain about, in both themes and on a phone", async () => {
    const rail = page.getByRole("navigation", { name: "Console" }).getByRole("link")
    const links = await rail.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""))
    const pages = links.filter((to) => to.startsWith("/operator"))
    expect(pages.length).toBeGreaterThan(16)
    const phone = { width: 390, height: 844 }
    // The narrowest that people enlarge a page to (WCAG 2.2, 1.4.10).
    const narrow = { width: 320, height: 640 }
    const largeWindow = page.viewportSize() ?? { width: 1440, height: 900 }
    const person = (await (await owner.get(`/operators/people?search=${encodeURIComponent(email)}`)).json()).data[0].id
    const order = (await (await owner.get("/operators/orders")).json()).data[0].tx_ref
    const teaching = ["learners", "lessons", "classes", "certificates"].map((part) => `/operator/learning?part=${part}`)
    const queue = ["questions", "quiet"].map((list) => `/operator/learning?waits=${list}`)
    const parts = ["/operator/admissions/marking", "/operator/admissions/slots", ...teaching, ...queue]
    const found: string[] = []
    for (const path of [...pages, ...parts, `/operator/people/${person}`, `/operator/orders/${order}`]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expect(page.locator(".animate-breathe")).toHaveCount(0)
      const look = async (what: string, rules?: string[]): Promise<void> => {
        found.push(...(await complaints(page, rules)).map((complaint) => `${path}, ${what}: ${complaint}`))
      }
      await page.emulateMedia({ colorScheme: "light" })
      await look("light")
      await page.setViewportSize(phone)
      await look("on a phone")
      for (const size of [phone, narrow]) {
        await page.setViewportSize(size)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > size.width) found.push(`${path}, in ${size.width} px: ${wide} px wide`)
      }
      await page.setViewportSize(largeWindow)
      await page.emulateMedia({ colorScheme: "dark" })
      // Only colours differ in the other theme.
      await look("dark", ["color-contrast"])
    }
    expect(found).toEqual([])
  })
  await applicant.context().close()
})
