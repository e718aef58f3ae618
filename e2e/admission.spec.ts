import { type APIRequestContext, expect, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { pressAt, tabTo } from "./keyboard.ts"
import { assessByCalls, callsAs, studyUntilTask } from "./learner.ts"
import { type MovedClock, openWithClock } from "./moved-clock.ts"
import { ownerOf } from "./owner.ts"
import { enterAs, fillDetails, fillSignUp, mailedLink, newPerson, signUpConfirmed } from "./person.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 3

// Not the product that the other journeys share: months pass in this one.
test.use({ baseURL: `http://localhost:${port}` })

const program = "systems_intergration"

const dayMs = 86_400_000

/** The lesson that comes before the first class. */
const firstLesson = /Why short rounds/i

/** Ends what the journey started, also when it ends half way. */
let closeProduct: MovedClock["close"] = async () => {}
test.afterEach(() => closeProduct())

async function send(owner: APIRequestContext, method: "post" | "put", path: string, data: object) {
  const reply = await owner[method](`/operators/admissions/${path}`, {
    data: { reason: "Looked at together", ...data },
  })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

const read = async (owner: APIRequestContext, path: string) =>
  (await (await owner.get(`/operators/admissions/${path}`)).json()).data

/** Pays at the sandbox and comes back to the dashboard. */
async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay", exact: true }).click()
  const on = page.getByRole("link", { name: "Open your dashboard" })
  const dashboard = page.getByRole("heading", { level: 1, name: /Welcome/ })
  await expect(on.or(dashboard)).toBeVisible()
  // A page that learns of the payment by itself goes on alone, perhaps while the link is pressed.
  await Promise.any([on.click(), dashboard.waitFor()])
  await expect(dashboard).toBeVisible()
}

test("from a new visitor to a certificate that anybody can check", { tag: "@phone" }, async ({
  page,
  playwright,
  baseURL,
  context,
  browser,
}) => {
  const origin = baseURL ?? ""
  const clock = await openWithClock(port)
  closeProduct = clock.close
  const owner = await ownerOf(playwright, origin)
  const person = newPerson()

  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await expect(page.getByRole("heading", { level: 1, name: "Welcome Obi" })).toBeVisible()
  await page.goto(await mailedLink(page, person.email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByText("1 of 4 done")).toBeVisible()
  await expect(page.getByRole("button", { name: "Tell me when it opens" })).toHaveCount(3)
  await expectAccessibleInBothThemes(page)

  await test.step("pays the application fee with the keyboard", async () => {
    await page.getByRole("link", { name: "Apply" }).first().click()
    await fillDetails(page)
    await pressAt(page, page.getByLabel("18 or older"), "Space")
    await pressAt(page, page.getByRole("button", { name: "Pay" }), "Enter")
    await pay(page)
    await expect(page.getByRole("heading", { name: "You're In!" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  const start = page.getByRole("link", { name: "Start the assessment" })
  await test.step("reads the study kit with the keyboard", async () => {
    await expect(start).toBeVisible()
    await page.goto("/study-kits")
    await expectAccessibleInBothThemes(page)
    await pressAt(page, page.getByRole("button", { name: /^Mark as read ?: Study kit$/ }), "Enter")
    await expect(page.getByText("Read", { exact: true })).toHaveCount(1)
    await expect(page.getByRole("link", { name: /^Open PDF.*of Study kit/ })).toBeFocused()
    await pressAt(page, page.getByRole("button", { name: /^Video, 240 lines/ }), "Enter")
    const film = page.locator("video")
    await expect(film).toBeVisible()
    // A Chromium built without the codecs of MP4 cannot play any such film.
    const canPlay = await film.evaluate((video: HTMLVideoElement) =>
      video.canPlayType('video/mp4; codecs="avc1.42E01E"'),
    )
    if (canPlay !== "")
      await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    await pressAt(page, page.getByText("Read it instead"), "Enter")
    await expect(page.locator("details")).toHaveAttribute("open")
    await expectAccessibleInBothThemes(page)
  })

  await test.step("takes the assessment with the keyboard, through a reload and without a network for a while", async () => {
    await page.goto("/app")
    await pressAt(page, start, "Enter")
    await pressAt(page, page.getByRole("button", { name: "Start now" }), "Enter")
    await expect(page.getByText("0 of 11 answered")).toBeVisible()
    const first = page.getByRole("group").nth(0).getByRole("radio").first()
    await pressAt(page, first, "Space")
    const boxes = page
      .getByRole("group")
      .filter({ has: page.getByRole("checkbox") })
      .first()
      .getByRole("checkbox")
    await pressAt(page, boxes.nth(0), "Space")
    await pressAt(page, boxes.nth(1), "Space")
    await expect(page.getByText("2 of 11 answered")).toBeVisible()
    await page.getByLabel("Add a photo or a screenshot").setInputFiles("web/public/assets/congrats.webp")
    const drawing = page.getByRole("img", { name: "What you uploaded" })
    await expect(drawing).toBeVisible()
    await expect(page.getByText("Saved", { exact: true })).toBeVisible()
    await context.setOffline(true)
    const text = page.getByRole("textbox").first()
    await text.fill("I would automate the replies, never the apologies.")
    await expect(page.getByText(/Kept on this device/)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText("Saved", { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText("4 of 11 answered")).toBeVisible()
    await expect(text).toHaveValue("I would automate the replies, never the apologies.")
    await expect(first).toBeChecked()
    await expect(boxes.nth(0)).toBeChecked()
    await expect(boxes.nth(1)).toBeChecked()
    expect(
      await drawing.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    await expectAccessibleInBothThemes(page)
    await pressAt(page, page.getByRole("button", { name: "Hand in" }), "Enter")
    await pressAt(page, page.getByRole("button", { name: "Hand in as it is" }), "Enter")
    await page.getByRole("link", { name: "Dashboard" }).last().click()
    await expect(page.getByText("Your answers are being marked")).toBeVisible()
  })

  const [row] = (await (await owner.get(`/operators/admissions/applications?search=${person.email}`)).json()).data
  const file = await read(owner, `applications/${row.id}`)
  const sheet = await read(owner, `assessments/${file.assessmentId}`)
  const kinds = sheet.questions.filter(({ value }: { value: string | string[] }) => value.length > 0)
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(["single", "several", "text", "file"])
  /** In a browser of the people who run the academy, closed again: a page that stays open goes on asking. */
  const inConsole = async (path: string, work: (consolePage: Page) => Promise<void>) => {
    const consolePage = await (await browser.newContext({ baseURL: origin })).newPage()
    await enterAs(consolePage, owner, origin)
    await consolePage.goto(path)
    await work(consolePage)
    await consolePage.context().close()
  }
  await test.step("is marked by a person, who sees the drawing", () =>
    inConsole(`/operator/admissions/marking/${file.assessmentId}`, async (consolePage) => {
      await expect(consolePage.getByAltText(/^What the applicant uploaded/)).toBeVisible()
      await expectAccessibleInBothThemes(consolePage)
      for (const points of await consolePage.getByLabel(/^Points for/).all()) await points.selectOption("4")
      await consolePage.getByRole("button", { name: "Save the marks" }).click()
      await expect(consolePage).toHaveURL(/\/applications\//)
      await expect(consolePage.getByRole("heading", { level: 1, name: "Ada Obi" })).toBeVisible()
      await expectAccessibleInBothThemes(consolePage)
    }))
  const day = new Date(Date.now() + 4 * dayMs).toISOString().slice(0, 10)
  const slots = { day, times: ["10:00", "11:30"], timeZone: "Africa/Lagos", minutes: 30, place: "+234 800 000 0000" }
  await send(owner, "post", "slots", slots)

  const rivals = await (await browser.newContext({ baseURL: origin })).newPage()
  await signUpConfirmed(rivals, origin)
  const rivalId = await assessByCalls(rivals, owner, origin, program)

  await test.step("books the interview, another time than the one that somebody else has just taken", async () => {
    // The dashboard may have been read before the times were opened.
    await page.reload()
    await page.getByRole("link", { name: "Book the interview" }).click()
    await page.getByLabel("Your time zone").selectOption("Africa/Nairobi")
    const first = page.getByRole("radio", { name: "12:00" })
    await pressAt(page, first, "Space")
    await expectAccessibleInBothThemes(page)
    const rival = { slotId: await first.getAttribute("value"), timeZone: "Africa/Lagos" }
    await callsAs(rivals.request, origin)("put", "/academy/interview", rival)
    await page.getByRole("button", { name: "Book this time" }).click()
    await expect(page.getByText("Somebody else has just taken this time. Please choose another.")).toBeVisible()
    await expect(first).toHaveCount(0)
    await pressAt(page, page.getByRole("radio", { name: "13:30" }), "Space")
    await pressAt(page, page.getByRole("button", { name: "Book this time" }), "Enter")
    await expect(page.getByText(/at 13:30 \(Nairobi time, GMT\+3\)/)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("is reminded of it a day before, with the same words", async () => {
    await clock.passUntil(new Date(`${day}T01:00:00Z`))
    const { text } = await mailAbout(page, person.email, /^Reminder: your interview/)
    expect(text).toContain("at 13:30 (Nairobi time, GMT+3)")
  })

  await clock.passUntil(new Date(`${day}T12:00:00Z`))
  await send(owner, "post", `applications/${row.id}/interview`, { outcome: "held" })
  const decision = { outcome: "admitted", scholarship: "partial", award: 20_000, note: "Well done." }
  await test.step("gets the last seat; the other one waits until there is a seat more", async () => {
    const seats = await seatsOf(owner)
    await seats.change(1)
    await send(owner, "post", `applications/${row.id}/decision`, decision)
    await send(owner, "post", `applications/${rivalId}/interview`, { outcome: "held" })
    const decide = (outcome: string) =>
      owner.post(`/operators/admissions/applications/${rivalId}/decision`, {
        data: { outcome, reason: "Looked at together" },
      })
    expect(await (await decide("admitted")).json()).toMatchObject({ code: 409, type: "cohort_full" })
    expect((await decide("waitlisted")).ok()).toBe(true)
    await seats.change(seats.all)
    await expect.poll(async () => (await read(owner, `applications/${rivalId}`)).status).toBe("admitted")
    await rivals.context().close()
  })

  await test.step("takes the place with the first instalment", async () => {
    await page.goto("/app?ref=fusion")
    await expect(page.getByRole("heading", { name: "Congratulations" })).toBeVisible()
    await page.goto("/program-resources")
    await expectAccessibleInBothThemes(page)
    await tabTo(page, page.getByRole("link", { name: /^Open PDF.*of Learner handbook/ }))
    await pressAt(page, page.getByRole("link", { name: firstLesson }), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: firstLesson })).toBeVisible()
    await page.goto("/app")
    await page.getByRole("link", { name: "Pay tuition" }).click()
    await expect(page.getByText(/scholarship of ₦20,000/)).toBeVisible()
    await page.getByRole("radio", { name: /Three instalments: ₦200,000/ }).check()
    await expectAccessibleInBothThemes(page)
    await pressAt(page, page.getByRole("button", { name: /^Pay ₦/ }), "Enter")
    await pay(page)
    await expect(page.getByText("On time")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  const { startsOn } = await cohortOf(owner)
  const afterStart = (days: number) => clock.passUntil(new Date(Date.parse(startsOn) + days * dayMs))
  await writeLessons(owner)

  await test.step("reads a lesson, hands a task in and gets it accepted", async () => {
    await afterStart(1)
    await page.goto("/learn")
    await expect(page.getByRole("heading", { level: 1, name: "Systems Integration" })).toBeVisible()
    await expect(page.getByText("Opens later").first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await pressAt(page, page.getByRole("link", { name: firstLesson }).first(), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: firstLesson })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await tabTo(page, page.getByLabel(/^My notes/))
    await page.keyboard.type("Two weeks, no longer.")
    await pressAt(page, page.getByRole("button", { name: "Save note" }), "Enter")
    await expect(page.getByText("Your note is saved.")).toBeVisible()
    await pressAt(page, page.getByRole("button", { name: "Mark as done" }), "Enter")
    await expect(page.getByText("Done.", { exact: true })).toBeVisible()
    const task = await studyUntilTask(page, origin)
    await page.goto(`/learn/${task}`)
    await expect(page.getByText(/^hand in by /i)).toBeVisible()
    await tabTo(page, page.getByLabel(/^Your words/))
    await page.keyboard.insertText("An order comes by WhatsApp, goes to the shop, and waits for the rider.")
    await page.getByLabel("Photos or a document").setInputFiles("web/public/assets/congrats.webp")
    await expectAccessibleInBothThemes(page)
    await pressAt(page, page.getByRole("button", { name: "Hand in" }), "Enter")
    await expect(page.getByText("Waiting for an answer")).toBeVisible()
    const photo = await page.getByRole("link", { name: "File 1" }).getAttribute("href")
    expect((await page.request.get(photo ?? "")).status()).toBe(200)
    await inConsole("/operator/learning", async (consolePage) => {
      await expect(consolePage.getByAltText("Handed in, number 1")).toBeVisible()
      await expectAccessibleInBothThemes(consolePage)
      await consolePage.getByLabel("Comment").fill("Clear and complete.")
      await consolePage.getByRole("button", { name: "Accept" }).click()
      await expect(consolePage.getByText("Every task has been answered.")).toBeVisible()
    })
    await page.reload()
    await expect(page.getByText("Clear and complete.")).toBeVisible()
    expect(await studyUntilTask(page, origin)).toBeNull()
  })

  await test.step("is locked out of later lessons while an instalment is overdue, and back in by paying", async () => {
    await afterStart(45)
    expect((await mailAbout(page, person.email, /are locked/)).text).toContain("/tuition")
    await page.goto("/learn")
    await expect(page.getByRole("heading", { name: "Tuition is overdue" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("link", { name: "Pay tuition" }).click()
    await page.getByRole("button", { name: /^Pay ₦/ }).click()
    await pay(page)
    expect(await studyUntilTask(page, origin)).toBeNull()
    await page.goto("/learn")
    await expect(page.getByRole("heading", { name: "Tuition is overdue" })).toHaveCount(0)
  })

  await test.step("pays the last instalment, learns to the end and gets the certificate", async () => {
    await afterStart(55)
    await page.goto("/tuition")
    await page.getByRole("button", { name: /^Pay ₦/ }).click()
    await pay(page)
    await page.goto("/tuition")
    await expect(page.getByText("Everything is paid.")).toBeVisible()
    await afterStart(120)
    expect(await studyUntilTask(page, origin)).toBeNull()
    await page.goto("/learn")
    await pressAt(page, page.getByRole("link", { name: "See the certificate" }), "Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Ada Obi" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "For your LinkedIn profile" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("is checked by a stranger, on its page and on paper", async () => {
    const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const check = await stranger.newPage()
    await check.goto(page.url())
    await expect(check.getByText(/has completed the program/)).toBeVisible()
    await expect(check.getByText(/LinkedIn/)).toHaveCount(0)
    await expectAccessibleInBothThemes(check)
    const address = await check.getByRole("link", { name: "Download PDF" }).getAttribute("href")
    const paper = await stranger.request.get(new URL(address ?? "", page.url()).href)
    expect((await paper.body()).subarray(0, 5).toString()).toBe("%PDF-")
    const file = check.waitForEvent("download")
    await check.getByRole("link", { name: "Download badge" }).click()
    await check.goto("/badge")
    await check.getByLabel("Badge file").setInputFiles(await (await file).path())
    await check.getByLabel(/^Name or e-mail/).fill("Ada Obi")
    await check.getByRole("button", { name: "Check" }).click()
    await expect(check.getByRole("heading", { name: "Valid, and issued to Ada Obi" })).toBeVisible()
    await expectAccessibleInBothThemes(check)
    await stranger.close()
  })
})

const cohortOf = async (owner: APIRequestContext) =>
  (await read(owner, "cohorts")).find((one: { programId: string }) => one.programId === program)

/** Seats of the program's cohort, and how to change them. */
async function seatsOf(owner: APIRequestContext) {
  const cohort = await cohortOf(owner)
  const { startsOn, applyBy, enrolBy, seats: all, fullScholarships, partialScholarships, isOpen } = cohort
  const values = { startsOn, applyBy, enrolBy, fullScholarships, partialScholarships, isOpen }
  const change = async (seats: number) => {
    const { version } = await cohortOf(owner)
    return send(owner, "put", `cohorts/${cohort.id}`, { values: { ...values, seats }, version })
  }
  return { all, change }
}

/** Gives every module a lesson, as teaching staff do for a cohort. */
async function writeLessons(owner: APIRequestContext): Promise<void> {
  const { data } = await (await owner.get("/operator/learning/modules")).json()
  const lesson = { kind: "text", title: "With the cohort", minutes: 5, body: "Words.", accepts: [] }
  for (const module of data as { id: string; programId: string; lessons: unknown[] }[]) {
    if (module.programId !== program || module.lessons.length > 0) continue
    const made = await owner.post(`/operator/learning/modules/${module.id}/lessons`, {
      data: { ...lesson, videoUrl: "", questions: [] },
    })
    expect(made.ok(), await made.text()).toBe(true)
  }
}

/** Waits for a mail with this subject. */
async function mailAbout(page: Page, email: string, subject: RegExp): Promise<{ subject: string; text: string }> {
  let found: { subject: string; text: string } | undefined
  await expect
    .poll(async () => {
      const mails = await (await page.request.get(`/dev/mail.json?to=${email}`)).json()
      found = mails.find((mail: { subject: string }) => subject.test(mail.subject))
      return found?.subject
    })
    .toBeTruthy()
  return found ?? { subject: "", text: "" }
}
