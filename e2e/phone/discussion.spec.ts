import { expect, type Page, test } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { callsAs, enrolByCalls } from "#e2e/learner.ts"
import { ownerOf } from "#e2e/owner.ts"
import { signUpConfirmed } from "#e2e/person.ts"

const program = "strategy_and_consulting"

test("a cohort talks: a question, an answer that comes by itself and helped, and what a teacher hides", {
  tag: "@phone",
}, async ({ page, browser, playwright, baseURL }) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  await signUpConfirmed(page, origin)
  await enrolByCalls(page, owner, origin, program)
  const other = await browser.newPage({ baseURL: origin, viewport: { width: 390, height: 844 } })
  await signUpConfirmed(other, origin)
  await enrolByCalls(other, owner, origin, program)

  await test.step("asks, from the page of the program", async () => {
    await page.goto("/learn")
    await page.getByRole("link", { name: "Join the discussion" }).click()
    await page.getByRole("button", { name: "New thread" }).click()
    await page.getByLabel("Title", { exact: true }).fill("How do prices work?")
    await page.getByLabel("Your words").fill("I **do not** see it.\n\n- fees\n- tuition")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Send" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "How do prices work?" })).toBeVisible()
  })

  await test.step("is read by another learner, whose answer appears by itself", async () => {
    await other.goto("/learn")
    await expect(other.getByText(/\d+ unread/)).toBeVisible()
    await other.getByRole("link", { name: "Join the discussion" }).click()
    await other.getByRole("link", { name: "How do prices work?" }).click()
    await answer(other, "A fee is paid once.")
    await expect(page.getByText("A fee is paid once.")).toBeVisible()
    await page.getByRole("button", { name: "This helped" }).click()
    await expect(other.getByText("Solved")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("hides what is reported, and closes the thread", async () => {
    await answer(other, "Buy my phone.")
    await page.getByRole("button", { name: /^More for entry 3/ }).click()
    await page.getByRole("menuitem", { name: "Report" }).click()
    await page.getByRole("button", { name: "Send report" }).click()
    await expect(page.getByRole("dialog")).toHaveCount(0)
    const call = callsAs(owner, origin)
    const { data } = await call("get", "/operator/learning/discussion-reports")
    const [reported] = data.filter(({ text }: { text: string }) => text === "Buy my phone.")
    await call("post", `/operator/learning/discussion-entries/${reported.entryId}/hide`, { reason: "No adverts" })
    await call("put", `/operator/learning/discussions/${reported.threadId}`, { isPinned: false, isClosed: true })
    await page.reload()
    await expect(page.getByText("A teacher hid this.")).toBeVisible()
    await expect(page.getByText(/This thread is closed/)).toBeVisible()
    await expect(page.getByText("Buy my phone.")).toHaveCount(0)
  })
})

async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your answer").fill(text)
  await page.getByRole("button", { name: "Answer", exact: true }).click()
  await expect(page.getByText(text)).toBeVisible()
}
