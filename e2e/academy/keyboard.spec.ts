import { expect, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { expectNoTrap, pressSeen, typeSeen } from "#e2e/keyboard.ts"
import { callsAs, enrolByCalls, studyUntilTask } from "#e2e/learner.ts"
import { type MovedClock, openWithClock } from "#e2e/moved-clock.ts"
import { ownerOf } from "#e2e/owner.ts"
import { enterAs, signUpConfirmed } from "#e2e/person.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 3

// Not the product that the other journeys share: its academy is past the first class.
test.use({ baseURL: `http://localhost:${port}` })

const program = "systems_intergration"
const dayMs = 86_400_000

/** Ends what the journey started, also when it ends half way. */
let closeProduct: MovedClock["close"] = async () => {}
test.afterEach(() => closeProduct())

test("a learner and a teacher do their work by keyboard only", { tag: "@desk" }, async ({
  page,
  playwright,
  baseURL,
  browser,
}) => {
  const origin = baseURL ?? ""
  const clock = await openWithClock(port)
  closeProduct = clock.close
  const owner = await ownerOf(playwright, origin)
  await signUpConfirmed(page, origin)
  await enrolByCalls(page, owner, origin, program)
  const office = callsAs(owner, origin)
  const { data: cohorts } = await office("get", "/operators/admissions/cohorts")
  const { startsOn } = cohorts.find(({ programId }: { programId: string }) => programId === program)
  await clock.passUntil(new Date(Date.parse(startsOn) + dayMs))
  const portal = async () => (await callsAs(page.request, origin)("get", "/learning")).data
  const button = (name: string) => page.getByRole("button", { name, exact: true })

  await test.step("the learner opens a lesson and marks it as done", async () => {
    await page.goto("/learn")
    await expect(page.getByRole("heading", { level: 1, name: "Systems Integration" })).toBeVisible()
    await expectNoTrap(page)
    await pressSeen(page, page.getByRole("link", { name: /Why short rounds/i }).first(), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: /Why short rounds/i })).toBeVisible()
    await expectAccessible(page)
    await expectNoTrap(page)
    await pressSeen(page, button("Mark as done"), "Enter")
    await expect(page.getByRole("link", { name: "Next" })).toBeFocused()
  })

  await test.step("answers a quiz, which tells no right answer before the last try", async () => {
    for (let { next } = await portal(); ; { next } = await portal()) {
      const { data } = await callsAs(page.request, origin)("get", `/learning/lessons/${next.lessonId}`)
      if (data.kind === "quiz") {
        await page.goto(`/learn/${next.lessonId}`)
        break
      }
      await callsAs(page.request, origin)("post", "/learning/progress", { lessonIds: [next.lessonId] })
    }
    await expect(page.getByRole("group").first()).toBeVisible()
    for (const question of await page.getByRole("group").all()) {
      await pressSeen(page, question.getByRole("radio").first(), "Space")
    }
    await pressSeen(page, button("Check my answers"), "Enter")
    const result = page.getByText(/of 4 right/)
    await expect(result).toBeFocused()
    await expect(result).toContainText("or after 2 more tries")
    await expect(page.getByText(/^The right answer/)).toHaveCount(0)
    await expectAccessible(page)
    await pressSeen(page, button("Try again"), "Enter")
    await expect(page.getByRole("form", { name: "Questions" })).toBeFocused()
  })

  const task = await studyUntilTask(page, origin)
  await test.step("hands a task in", async () => {
    await page.goto(`/learn/${task}`)
    await typeSeen(page, page.getByLabel(/^Your words/), "An order comes by WhatsApp and waits for the rider.")
    await expectAccessible(page)
    await pressSeen(page, button("Hand in"), "Enter")
    await expect(page.getByText("Waiting for an answer")).toBeVisible()
  })

  await test.step("asks beside the lesson", async () => {
    await pressSeen(page, button("Ask about this lesson"), "Enter")
    await typeSeen(page, page.getByLabel("Title"), "Does the rider count?")
    await typeSeen(page, page.getByLabel("Your words", { exact: true }).last(), "As a person, or as a tool?")
    await expectAccessible(page)
    await pressSeen(page, button("Send"), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Does the rider count?" })).toBeVisible()
    await expectAccessible(page)
    await expectNoTrap(page)
  })

  const desk = await (await browser.newContext({ baseURL: origin, viewport: page.viewportSize() })).newPage()
  await enterAs(desk, owner, origin)
  const press = (name: string) => pressSeen(desk, desk.getByRole("button", { name, exact: true }), "Enter")
  await test.step("the teacher claims the task by going to it, and accepts it with a comment", async () => {
    await desk.goto("/operator/learning")
    await expect(desk.getByRole("heading", { name: /^Ada Obi: / })).toBeVisible()
    await expectAccessible(desk)
    // Already the walk around the page comes by the task. Each press is waited for, which takes long on a slow machine.
    const claimed = desk.waitForResponse((reply) => /submissions\/\w+\/claim/.test(reply.url()), { timeout: 240_000 })
    await expectNoTrap(desk)
    await typeSeen(desk, desk.getByLabel("Comment"), "Clear and complete.")
    expect((await claimed).ok()).toBe(true)
    await press("Accept")
    await expect(desk.getByText("Every task has been answered.")).toBeVisible()
  })

  await test.step("answers the question", async () => {
    await pressSeen(desk, desk.getByRole("radio", { name: /^To mark/ }), "ArrowRight")
    await pressSeen(desk, desk.getByRole("link", { name: "Read and answer" }), "Enter")
    await expect(desk.getByRole("heading", { level: 1, name: "Does the rider count?" })).toBeVisible()
    await typeSeen(desk, desk.getByLabel("Your answer"), "As a person: write down who decides.")
    await expectAccessible(desk)
    await press("Answer")
    await expect(desk.getByRole("list", { name: "Entries" }).getByText("write down who decides")).toBeVisible()
  })

  await test.step("announces something", async () => {
    await desk.goto("/operator/learning?part=classes")
    const form = desk.locator("form").filter({ has: desk.getByRole("button", { name: "Announce it" }) })
    await expect(form).toBeVisible()
    const cohort = form.getByLabel("Cohort")
    const id = cohorts.find(({ programId }: { programId: string }) => programId === program).id
    await pressSeen(desk, cohort, "ArrowRight")
    // The list is short: the arrow goes on until the cohort is chosen.
    for (let presses = 0; presses < 9 && (await cohort.inputValue()) !== id; presses++) {
      await desk.keyboard.press("ArrowDown")
    }
    await expect(cohort).toHaveValue(id)
    await typeSeen(desk, form.getByLabel("Title"), "Bring your map")
    await typeSeen(desk, form.getByLabel(/^Text/), "On paper is enough.")
    await expectAccessible(desk)
    await press("Announce it")
    await expect(desk.getByRole("list", { name: "Announcements" }).getByText("Bring your map")).toBeVisible()
  })
  await desk.context().close()

  await test.step("the learner reads the notices of it all", async () => {
    await page.goto("/app")
    await pressSeen(page, page.getByRole("button", { name: /^Notices/ }), "Enter")
    const notices = page
      .getByRole("dialog")
      .or(page.getByRole("region", { name: "Notices" }))
      .last()
    const news = notices.getByRole("link", { name: /Bring your map/ })
    await expect(news).toBeVisible()
    await expectAccessible(page)
    await pressSeen(page, news, "Enter")
    await expect(page).toHaveURL(/\/learn/)
    await expect(page.getByText("On paper is enough.").first()).toBeVisible()
    await expectAccessible(page)
  })
})
