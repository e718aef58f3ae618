import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { describe, expect, test, vi } from "vitest"
import {
  awaitCohort,
  createApplicationRecord,
  getJourney,
  type Journey,
  listCohortStates,
  updateStage,
  withdrawApplication,
} from "#contract/academy/admissions.ts"
import { listFreeSlots } from "#contract/academy/interviews.ts"
import { getPortal, type Portal } from "#contract/academy/learning.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { listDocuments } from "#contract/hosted/documents.ts"
import { createRecovery } from "#contract/identity/account-tokens.ts"
import type { ProfileDocument } from "#contract/identity/profiles.ts"
import { messages } from "#contract/messages.ts"
import { getStudio, listOpenOrders } from "#contract/studio/generations.ts"
import { lookAtCutOut } from "#contract/studio/training-looks.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { buildDocuments } from "#web/testing/build-document.ts"
import { buildModel } from "#web/testing/build-model.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { sentToken, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { chooseView } from "./choose-view.ts"
import { DashboardScreen } from "./dashboard-screen.tsx"

const open = {
  number: 3,
  state: "open",
  startsOn: "2027-02-01",
  applyBy: "2027-01-11",
  enrolBy: "2027-01-27",
  isPlanned: true,
  seatsLeft: 30,
} as const

const nothing: Journey = {
  checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
  application: null,
  assessment: null,
  interview: null,
  enrolment: null,
  isActivated: false,
  others: [],
  paymentsOnTheirWay: [],
}

function openAs(
  profile: Partial<ProfileDocument>,
  journey: Partial<Journey> = {},
  at = "/app",
  account: Parameters<typeof signedIn>[1] = {},
): FakeApi {
  const api = fakeApi()
  signedIn(api, { profile, ...account })
  api.answer(getJourney, { data: { ...nothing, ...journey } })
  const programs = programCards.map(({ slug, disabled }) => ({
    programId: slug,
    isLocked: disabled,
    cohort: disabled ? null : open,
  }))
  api.answer(listCohortStates, { data: programs })
  renderScreen(<DashboardScreen />, { at })
  return api
}

const application = {
  id: "a",
  status: "kit_sent",
  program: "Systems Integration",
  programId: "systems_intergration",
  cohort: open,
  steps: [
    { status: "paid", at: "2026-12-01T09:00:00Z", note: "" },
    { status: "kit_sent", at: "2026-12-01T09:01:00Z", note: "" },
  ],
  canWithdraw: true,
} satisfies Journey["application"]

test.each([
  ["", "prospect", "prospect"],
  ["Systems Integration", "applied", "applied"],
  ["Systems Integration", "fusion", "fusion"],
  ["", "", "waiting"],
  ["Systems Integration", "", "applied"],
  ["Systems Integration", "something new", "applied"],
  ["Systems Integration", "prospect", "applied"],
  ["", "applied", "prospect"],
] as const)("program %j and stage %j show the %s view", (program, stage, view) => {
  expect(chooseView({ program, stage })).toBe(view)
})

describe("a photo first", () => {
  test("leads the home: each thing that can be made of it is shown with this photo and its price, before words", async () => {
    const uploads = fakeUploads()
    const api = openAs({})
    const address = "/v1/storage/buckets/images/files/shoe/view?project=aworan"
    const look = { isFound: true, isSettled: true, firstUrl: "http://localhost/training-looks/shoe/first" } as const
    api.answer(lookAtCutOut, { data: { ...look, otherUrl: null, chosen: "first" } })
    api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
    const invitation = await screen.findByRole("heading", { name: "Begin with your photo" })
    const prompt = screen.getByLabelText("What do you want to see?")
    expect(invitation.compareDocumentPosition(prompt) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByLabelText("Take a photo").getAttribute("capture")).toBe("environment")
    await userEvent.upload(screen.getByLabelText("Choose a photo"), new File(["a"], "shoe.jpg", { type: "image/jpeg" }))
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]?.keep(`http://localhost${address}`)
    const choices = await screen.findByRole("list", { name: "What to make of it" })
    const query = `image=${encodeURIComponent(address)}`
    await waitFor(() => expect(choices.querySelectorAll('img[src^="/photo-previews?"]')).toHaveLength(4))
    const links = within(choices).getAllByRole("link")
    expect(links.map((link) => [link.getAttribute("href"), link.textContent?.match(/\d credits?/)?.[0]])).toEqual([
      [`/generations/bg-remover?${query}&ground=white`, "1 credit"],
      [`/generations/scene?set=brand-tone&${query}`, "3 credits"],
      [`/generations/photo-upscaling?${query}`, "2 credits"],
      [`/generations/bg-remover?${query}&ground=white&for=marketplace`, "1 credit"],
    ])
    expect(api.callsOf(lookAtCutOut).map(({ body }) => body)).toEqual([{ image: address }])
  })
})

test("a photo chosen among one's own while the app comes is taken, though its field is gone by then", async () => {
  const uploads = fakeUploads()
  document.body.insertAdjacentHTML("beforeend", '<div id="ahead"><input type="file"><textarea></textarea></div>')
  const field = document.querySelector<HTMLInputElement>("#ahead input")
  if (!field) throw new Error("There is no field.")
  const api = openAs({})
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  await waitFor(() => expect(document.getElementById("ahead")).toBeNull())
  await screen.findByRole("heading", { name: "Begin with your photo" })
  Object.defineProperty(field, "files", { value: [new File(["a"], "shoe.jpg", { type: "image/jpeg" })] })
  fireEvent.change(field)
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(screen.getByText("shoe.jpg")).toBeDefined()
  uploads[0]?.refuse("This is no photo.")
})

describe("the prospect view", () => {
  test("greets by the second word of the name and shows who the person is", async () => {
    openAs({})
    await screen.findByRole("heading", { name: "Welcome Obi" })
    // Beside the greeting where the window is wide, above the programs where it is not.
    await screen.findByText(/^Prospect means/)
    const cards = screen.getAllByRole("link", { name: /ada@example.com/ })
    expect(cards.map((card) => card.getAttribute("href"))).toEqual(["/app", "/app"])
    for (const card of cards) expect(card.textContent).toContain("PROSPECT")
  })

  test("begins with a payment that is on its way", async () => {
    const tx_ref = "1767600000000-0123456789abcdef01234567"
    const item = "application:systems_intergration"
    const paymentsOnTheirWay = [{ tx_ref, item, title: "Application fee", amount: 10_000, currency: "NGN" as const }]
    openAs({}, { paymentsOnTheirWay })
    const link = await screen.findByRole("link", { name: "See the payment" })
    expect(link.getAttribute("href")).toBe(`/payment/${tx_ref}`)
    const studio = await screen.findByRole("region", { name: "Studio" })
    expect(link.compareDocumentPosition(studio) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test("leads from an open program to its fee", async () => {
    openAs({})
    const card = (await screen.findByRole("heading", { name: "Systems Integration" })).closest("li") as HTMLElement
    const apply = within(card).getByRole("link", { name: "Apply" })
    expect(apply.getAttribute("href")).toBe("/billing?program=systems_intergration")
  })

  test("locks a program that is not open", async () => {
    openAs({})
    const card = (await screen.findByRole("heading", { name: "Data Foundations" })).closest("li") as HTMLElement
    expect(within(card).queryByRole("link")).toBeNull()
    const apply = within(card).getByRole<HTMLButtonElement>("button", { name: "Apply" })
    expect([apply.getAttribute("aria-disabled"), apply.disabled]).toEqual(["true", false])
    const reasons = apply.getAttribute("aria-describedby")?.split(" ") ?? []
    expect(reasons.map((id) => document.getElementById(id)?.textContent).join(" ")).toContain("Not open yet.")
    await userEvent.click(apply)
    await expectAddress("/app")
  })

  test("keeps the address of a person who wants to hear when a locked program opens", async () => {
    const api = openAs({})
    api.answer(awaitCohort, { message: "You will get one mail when applications open." })
    const card = (await screen.findByRole("heading", { name: "Data Foundations" })).closest("li") as HTMLElement
    await userEvent.click(within(card).getByRole("button", { name: "Tell me when it opens" }))
    await within(card).findByRole("button", { name: "We will tell you" })
    expect(api.callsOf(awaitCohort).map(({ body }) => body)).toEqual([
      { program: "data_foundations", email: "ada@example.com" },
    ])
  })

  test("ticks the first steps that are done, and says which cohort one applies for", async () => {
    openAs({})
    const list = (await screen.findByRole("heading", { name: "First steps" })).closest("div")?.parentElement
    await within(list as HTMLElement).findByText("1 of 4 done")
    expect((await screen.findAllByText(/Cohort 3 is planned for 1 February 2027/)).length).toBe(2)
  })

  test("says what became of an application that ended", async () => {
    openAs(
      {},
      {
        application: {
          ...application,
          status: "declined",
          steps: [{ status: "declined", at: "2026-12-05T09:00:00Z", note: "Please apply again." }],
        },
      },
    )
    const ended = await screen.findByRole("heading", { name: "Your application was not successful" })
    screen.getByText("Please apply again.")
    // Before the studio, which fills the first screen of a phone.
    const [studio] = screen.getAllByRole("textbox")
    expect(ended.compareDocumentPosition(studio as HTMLElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe("/app?ref=fusion", () => {
  const applied = { stage: "applied", program: "Systems Integration", programId: "systems_intergration" }

  test("asks the server to record the stage once, and opens /app", async () => {
    const api = openAs(applied, { application }, "/app?ref=fusion")
    api.answer(updateStage, { message: messages.stageUpdated, data: { stage: "fusion" } })
    api.answer(createApplicationRecord, ({ body }) => ({
      message: "",
      data: { $id: "a", ...body, ProgamId: "systems_intergration", status: "paid" as const, txRef: "r" },
    }))
    await screen.findByText(messages.stageUpdated)
    await expectAddress("/app")
    const asked = { userId: "ada", stage: "fusion", program: "Systems Integration", ProgamId: "systems_intergration" }
    expect(api.callsOf(updateStage).map(({ body }) => body)).toEqual([asked])
    expect(api.callsOf(createApplicationRecord).map(({ body }) => body)).toEqual([asked])
  })

  test("says so when the server refuses", async () => {
    const api = openAs(applied, { application }, "/app?ref=fusion")
    api.refuse(updateStage, "not_allowed", "Not yet")
    await screen.findByText(messages.stageFailed)
    await expectAddress("/app")
  })

  test("leaves where they are whoever went elsewhere before the answer came", async () => {
    const api = openAs(applied, { application }, "/app?ref=fusion")
    api.refuse(updateStage, "not_allowed", "Not yet")
    const sendAnswer = api.hold(updateStage)
    await waitFor(() => expect(api.callsOf(updateStage)).toHaveLength(1))
    await userEvent.click(await screen.findByRole("link", { name: "Remove background" }))
    await expectAddress("/generations/bg-remover")
    sendAnswer()
    await screen.findByText(messages.stageFailed)
    await act(networkAtRest)
    expect(shownAddress()).toBe("/generations/bg-remover")
  })

  test("asks nothing for a prospect", async () => {
    const api = openAs({}, {}, "/app?ref=fusion")
    await screen.findByRole("heading", { name: "Welcome Obi" })
    await expectAddress("/app")
    expect(api.callsOf(updateStage)).toEqual([])
  })
})

test("waits for the profile with the specified words", async () => {
  openAs({ stage: "" })
  await screen.findByText(messages.welcomeWait)
})

test("tells an applicant what happens next", async () => {
  openAs(
    { stage: "applied", program: "Systems Integration" },
    {
      application,
      assessment: { state: "ready", attempt: 1, endsAt: "", points: null, maxPoints: null },
    },
  )
  await screen.findByRole("heading", { name: "You're In!" })
  screen.getByText("Your application for Systems Integration is confirmed and your seat is locked.")
  // The specified words promise more than the fee gives: what it locks stands on the same page.
  screen.getByText(/^What is locked is your place in the procedure/)
  const steps = screen.getByRole("heading", { name: "What Happens Next?" }).parentElement as HTMLElement
  expect(within(steps).getAllByRole("listitem")).toHaveLength(3)
  const start = await screen.findByRole("link", { name: "Start the assessment" })
  expect(start.getAttribute("href")).toBe("/assessment")
  const now = screen.getAllByRole("listitem").find((item) => item.getAttribute("aria-current") === "step")
  expect(now?.textContent).toContain("Assessment")
})

test("says by which clock the assessment ends", async () => {
  vi.stubEnv("TZ", "Africa/Lagos")
  try {
    const endsAt = "2026-11-20T10:40:00.000+00:00"
    openAs(
      { stage: "applied", program: "Systems Integration" },
      { application, assessment: { state: "running", attempt: 1, endsAt, points: null, maxPoints: null } },
    )
    await screen.findByText("It ends at 20 Nov 2026, 11:40 GMT+1.")
  } finally {
    vi.unstubAllEnvs()
  }
})

const offered = {
  ...{ id: "place-1", state: "offered" as const, plan: null, enrolBy: "2027-01-27", award: 0, instalments: [] },
  ...{ prices: { full: 175_000, first: 80_000, second: 47_500, third: 47_500 }, next: null, locksOn: "" },
}
const instalment = { part: "second" as const, amount: 47_500, dueOn: "2027-03-01", paidAt: "" }
const learning = { ...offered, plan: "instalments" as const, next: instalment, locksOn: "2027-03-09" }
const passed = { state: "marked" as const, attempt: 1, endsAt: "", points: 17, maxPoints: 20 }
const begun = { ...open, state: "begun" as const }

test.each<[string, Partial<Journey>, string, string]>([
  ["assessed", { assessment: passed }, "17 of 20 points", "/interview"],
  ["admitted", { enrolment: offered }, "Take your place by 27 January 2027.", "/tuition"],
  ["admitted", { enrolment: { ...offered, award: 50_000 } }, "takes ₦50,000 off", "/tuition"],
  ["enrolled", { enrolment: { ...learning, state: "on_time" } }, "begins on 1 February 2027", "/learn?place=place-1"],
  ["enrolled", { enrolment: { ...learning, state: "grace" } }, "due on 1 March 2027", "/tuition?place=place-1"],
  ["enrolled", { enrolment: { ...learning, state: "locked" } }, "open again the moment", "/tuition?place=place-1"],
  ["completed", { enrolment: { ...learning, state: "settled" } }, "You have completed", "/learn?place=place-1"],
])("begins with the academy's next step for who is %s: %j", async (status, rest, words, path) => {
  const stage = status === "enrolled" || status === "completed" ? "fusion" : "applied"
  const own = { ...application, status: status as (typeof application)["status"] & string }
  const api = openAs(
    { stage, program: "Systems Integration" },
    { application: own as Journey["application"], isActivated: true, ...rest },
  )
  api.refuse(getPortal, "not_found", "Not yet")
  api.answer(listFreeSlots, { data: [{ id: "early", startsAt: "2037-12-01T09:00:00.000Z", minutes: 30 }] })
  const main = document.body
  const next = (await screen.findAllByText(new RegExp(words.replaceAll(".", "\\."))))[0]?.closest("div")?.parentElement
  const way = within(next as HTMLElement).getByRole("link")
  expect(way.getAttribute("href")).toBe(path)
  const box = within(main).getByLabelText("What do you want to see?")
  expect(way.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test("offers no booking while no times for interviews are open", async () => {
  const api = openAs(
    { stage: "applied", program: "Systems Integration" },
    { application: { ...application, status: "assessed" }, assessment: passed },
  )
  api.answer(listFreeSlots, { data: [] })
  await screen.findByText(
    /17 of 20 points.*No interview times can be booked right now\. We tell you when new ones are opened\./,
  )
  expect(screen.queryByRole("link", { name: "Book the interview" })).toBeNull()
  // What is behind them is not named as coming.
  const way = await screen.findByRole("link", { name: "To the interview" })
  expect(way.getAttribute("href")).toBe("/interview")
  expect(screen.queryByText(/Download the study kit|study kit has not/)).toBeNull()
})

test("tells a learner of a cohort that has begun nothing of what comes before it", async () => {
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    { application: { ...application, status: "enrolled", cohort: begun }, enrolment: settled },
  )
  api.answer(getPortal, { data: portalAt(Date.parse("2027-02-27T12:00:00Z")) })
  await screen.findByText(/^The handbook holds/)
  expect(screen.queryByText(/before sessions begin|Prepare for live/)).toBeNull()
})

test("tells a graduate what a graduate can do", async () => {
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    {
      application: { ...application, status: "completed", cohort: begun },
      enrolment: { ...learning, state: "settled", next: null },
    },
  )
  api.refuse(getPortal, "not_found", "Not yet")
  await screen.findByText(/^You have completed Systems Integration\. Cohort 3, began on/)
  expect(screen.queryByText(/before sessions begin/)).toBeNull()
  expect(screen.queryByText("Your portal is open")).toBeNull()
})

test("puts nobody in who waits", async () => {
  openAs(
    { stage: "applied", program: "Systems Integration" },
    { application: { ...application, status: "waitlisted" } },
  )
  await screen.findByRole("heading", { name: "Thank You for Applying" })
  screen.getByRole("heading", { name: "You are on the waitlist" })
  // The next seat may be somebody else's, who waits longer.
  screen.getByText("When a seat becomes free for you, we send you a mail.")
  screen.getByText(/next free seat of .* goes to whoever waits longest/)
  expect(screen.queryByText("You're In!")).toBeNull()
})

test("welcomes an admitted learner", async () => {
  openAs({ stage: "fusion", program: "Systems Integration" })
  await screen.findByRole("heading", { name: "Congratulations" })
  const steps = screen.getByRole("heading", { name: "Your Next Steps" }).parentElement as HTMLElement
  expect(within(steps).getAllByRole("listitem")).toHaveLength(3)
  expect(document.querySelector("main img, img[src*=congrats]")?.getAttribute("src")).toBe("/assets/congrats.webp")
})

/** A place that is wholly paid. */
const settled = {
  id: "place-1",
  state: "settled" as const,
  plan: "full" as const,
  enrolBy: "2027-01-27",
  award: 0,
  ...{ prices: { full: 1, first: 1, second: 1, third: 1 }, instalments: [], next: null, locksOn: "" },
}

test("an enrolled learner without a password is mailed the link that activates the portal, until it is active", async () => {
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    { application: { ...application, status: "enrolled" }, enrolment: settled, isActivated: false },
    "/app",
    { account: { passwordUpdate: "" } },
  )
  api.refuse(getPortal, "not_found", "Not yet")
  api.answer(createRecovery, sentToken)
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole("button", { name: "Send the link" }))
  await screen.findByRole("button", { name: "Link sent" })
  expect(api.callsOf(createRecovery).map(({ body }) => body.email)).toEqual(["ada@example.com"])
})

test("who has a password is not asked for another one", async () => {
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    { application: { ...application, status: "enrolled" }, enrolment: settled, isActivated: false },
  )
  api.refuse(getPortal, "not_found", "Not yet")
  await screen.findByText("Your tuition is settled.")
  await screen.findByRole("heading", { name: "Congratulations" })
  expect(screen.queryByText("Your portal is open")).toBeNull()
})

/** A portal with one class, as the server tells of it at a moment. */
function portalAt(now: number): Portal {
  const startsAt = "2027-03-01T17:00:00.000Z"
  const live = { id: "a", title: "First class", startsAt, minutes: 90, hasAttended: false }
  return {
    placeId: "place-1",
    cohortId: "",
    places: [],
    programId: "systems_intergration",
    programName: "Systems Integration",
    cohort: 3,
    cohortLabel: "Cohort 3 Fellows",
    startsOn: "2027-03-01",
    tuition: "settled",
    ...{ progress: { done: 0, all: 8 }, next: { kind: "nothing" }, phases: [], announcements: [], people: [] },
    now: new Date(now).toISOString(),
    certificate: null,
    classes: [{ ...live, isOpen: now >= Date.parse(startsAt) - 15 * 60_000 }],
  }
}

test("names the next required task that is not done, with its last day by the academy's clock", async () => {
  const lesson = (title: string, dueOn: string, isDone = false) => ({
    ...{ id: title, title, kind: "task" as const, minutes: 30, isDone, lock: null, dueOn },
  })
  const module = (title: string, lessons: ReturnType<typeof lesson>[], isElective = false) => ({
    ...{ id: title, title, description: "", outcomes: [], isElective, opensOn: "", isOpen: true, lessons },
  })
  const modules = [
    module("One", [lesson("Over", "2027-03-09"), lesson("Done", "2027-03-10", true), lesson("Any day", "")]),
    module("Extra", [lesson("Elective", "2027-03-11")], true),
    module("Two", [lesson("Later", "2027-03-31"), lesson("Soon", "2027-03-12")]),
  ]
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    { application: { ...application, status: "enrolled", cohort: begun }, enrolment: settled, isActivated: true },
  )
  // In Lagos the tenth has begun.
  const portal = portalAt(Date.parse("2027-03-09T23:30:00Z"))
  api.answer(getPortal, { data: { ...portal, phases: [{ name: "Phase 1", points: [], modules }] } })
  const day = await screen.findByText(/^Last day to hand it in:/)
  expect(day.parentElement?.textContent).toBe("SoonLast day to hand it in: 12 March 2027")
  expect(api.callsOf(getPortal)).toHaveLength(1)
})

test("shows a learner the next class and where the tuition stands", async () => {
  const api = openAs(
    { stage: "fusion", program: "Systems Integration" },
    { application: { ...application, status: "enrolled" }, enrolment: settled, isActivated: true },
  )
  api.answer(getPortal, ({ query }) => {
    expect(query.place).toBe("place-1")
    return { data: portalAt(Date.parse("2027-02-27T12:00:00Z")) }
  })
  await screen.findByText("First class")
  expect(screen.getByText(/ \(your time\)$/).textContent).toMatch(/, \d\d:\d\d\s(GMT|UTC)\S* \(your time\)$/)
  expect(screen.getByRole("link", { name: "Open the lessons" }).getAttribute("href")).toBe("/learn?place=place-1")
  const tuition = screen.getByText("Your tuition is settled.")
  // Both stand before the studio.
  const studio = screen.getByRole("region", { name: "Studio" })
  expect(tuition.compareDocumentPosition(studio) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test("leads a learner who waits for a class to its door once that opens", async () => {
  vi.useFakeTimers({ now: Date.parse("2027-03-01T16:40:00Z"), shouldAdvanceTime: true })
  try {
    const api = openAs(
      { stage: "fusion", program: "Systems Integration" },
      { application: { ...application, status: "enrolled" }, enrolment: settled, isActivated: true },
    )
    api.answer(getPortal, () => ({ data: portalAt(Date.now()) }))
    await screen.findByRole("link", { name: "Open the lessons" })
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 10_000))
    await screen.findByRole("link", { name: "Go to the class" })
    screen.getByRole("heading", { name: "Your class is open" })
  } finally {
    vi.useRealTimers()
  }
})

test("leads who is admitted to the tuition, and no more to study kit or interview", async () => {
  openAs(
    { stage: "applied", program: "Systems Integration" },
    {
      application: { ...application, status: "admitted" },
      assessment: { state: "marked", attempt: 1, endsAt: "", points: 30, maxPoints: 34 },
    },
  )
  const tuition = await screen.findByRole("link", { name: "See the tuition" })
  expect(tuition.getAttribute("href")).toBe("/tuition")
  screen.getByText(/^Take your place: pay the tuition/)
  expect(screen.queryByText(/study kit/)).toBeNull()
  expect(screen.queryByText(/to the interview/)).toBeNull()
})

test("keeps an offered place in sight beside a newer application", async () => {
  const place = { ...application, id: "b", status: "admitted" as const, program: "Strategy & Consulting" }
  const enrolment = {
    id: "place-1",
    state: "offered" as const,
    plan: null,
    enrolBy: "2027-01-27",
    award: 0,
    instalments: [],
    ...{ prices: { full: 175_000, first: 80_000, second: 47_500, third: 47_500 }, next: null, locksOn: "" },
  }
  const api = openAs(
    { stage: "applied", program: "Systems Integration" },
    { application, others: [{ application: place, enrolment }] },
  )
  const others = await screen.findByRole("region", { name: "Your other programs" })
  await within(others).findByRole("heading", { name: "Strategy & Consulting" })
  const pay = within(others).getByRole("link", { name: "Pay tuition" })
  expect(pay.getAttribute("href")).toBe("/tuition?place=place-1")
  api.answer(withdrawApplication, { message: "Your application is closed." })
  const user = userEvent.setup({ delay: null })
  await user.click(within(others).getByRole("button", { name: "Withdraw my application" }))
  await user.click(await screen.findByRole("button", { name: "Withdraw" }))
  await waitFor(() => expect(api.callsOf(withdrawApplication)[0]?.body).toMatchObject({ applicationId: "b" }))
})

test("asks for no money for a place beside a newer application that a scholarship pays", async () => {
  const place = { ...application, id: "b", status: "admitted" as const, program: "Strategy & Consulting" }
  const free = { full: 0, first: 0, second: 0, third: 0 }
  const enrolment = { ...offered, award: 175_000, prices: free, next: null, locksOn: "" }
  openAs(
    { stage: "applied", program: "Systems Integration" },
    { application, others: [{ application: place, enrolment }] },
  )
  const others = within(await screen.findByRole("region", { name: "Your other programs" }))
  others.getByText("Your scholarship pays all of the tuition. Take your place by 27 January 2027.")
  expect(others.getByRole("link", { name: "Take your place" }).getAttribute("href")).toBe("/tuition?place=place-1")
  expect(others.queryByText(/instalment|Pay|paid/)).toBeNull()
})

describe("the studio home", () => {
  function openWith(next?: string) {
    const api = fakeApi()
    signedIn(api, { account: { prefs: next === undefined ? {} : { next } } })
    renderScreen(<DashboardScreen />, { at: "/app" })
    return userEvent.setup({ delay: null })
  }

  test("takes words to the generator", async () => {
    const user = openWith()
    await user.type(await screen.findByLabelText("What do you want to see?"), "a clay pot")
    await user.click(screen.getByRole("button", { name: "Go to the generator" }))
    await expectAddress("/generations/flux?mode=flux1.1-pro&prompt=a+clay+pot")
  })

  test("shows the last six pictures, each of which opens in the gallery, and three ways on", async () => {
    const api = fakeApi()
    signedIn(api)
    const wire = { $sequence: "1", $permissions: [], $databaseId: "main", $collectionId: collections.generations }
    const documents = buildDocuments(6).map((document) => ({ ...document, ...wire }))
    api.answer(listDocuments, { total: 9, documents }, { params: { collectionId: collections.generations } })
    renderScreen(<DashboardScreen />, { at: "/app" })
    const list = within(await screen.findByRole("region", { name: "Your last pictures" }))
    const links = list.getAllByRole("listitem").map((item) => within(item).getByRole("link").getAttribute("href"))
    expect(links).toEqual(documents.map(({ $id }) => `/photo-gallery?picture=${$id}`))
    expect(api.callsOf(listDocuments).some(({ query }) => /limit.*?\b6\b/.test(JSON.stringify(query)))).toBe(true)
    const shortcuts = within(screen.getByRole("list", { name: "Shortcuts" })).getAllByRole("link")
    expect(shortcuts.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Generate", "/generations/flux?mode=flux1.1-pro"],
      ["Remove background", "/generations/bg-remover"],
      ["Photoshoot", "/training"],
    ])
  })

  test("shows what is being drawn, how far it is, and the way back to it", async () => {
    const api = fakeApi()
    signedIn(api)
    const drawing = {
      id: "order1",
      mode: "dalle3",
      prompt: "a clay pot",
      aspectRatio: "1:1" as const,
      count: 1,
      feeCredits: 5,
      status: "drawing" as const,
      progress: 0.4,
      previews: [],
      pictures: [],
      isPublic: true,
      failure: null,
      understood: null,
      substituted: null,
      missing: 0,
      ignored: null,
      createdAt: "2025-09-01T09:00:00.000Z",
    }
    const waiting = {
      ...drawing,
      id: "order2",
      mode: "Bags-1",
      prompt: "a blue mug",
      status: "waiting" as const,
      progress: 0,
    }
    api.answer(listOpenOrders, { data: [drawing, waiting] })
    renderScreen(<DashboardScreen />, { at: "/app" })
    const running = within(await screen.findByRole("region", { name: "Under way" }))
    const [first, second] = running.getAllByRole("link")
    expect(first?.getAttribute("href")).toBe("/generations/flux?mode=dalle3")
    expect(first?.textContent).toContain("a clay pot")
    const bars = running.getAllByRole("progressbar", { name: "Drawing" })
    expect(bars.map((bar) => bar.getAttribute("aria-valuenow"))).toEqual(["40", null])
    expect(second?.textContent).toContain("a blue mug")
    // The trigger word of a model of one's own.
    expect(second?.getAttribute("href")).toBe("/generations-image?mode=Bags-1")
  })

  test("shows all other work that is under way too: photos, batches, trainings and shoots", async () => {
    const api = fakeApi()
    signedIn(api)
    const runs = [
      buildRun({ id: "r1", kind: "cut-out", status: "running", progress: 0.4 }),
      buildRun({ id: "r2", kind: "batch", title: "Batch of 12", count: 12, status: "running", progress: 0.5 }),
      // Shown by its order, and by its model.
      buildRun({ id: "r3", kind: "picture" }),
      buildRun({ id: "r4", kind: "training" }),
    ]
    const bag = { id: "m1", title: "Market bag", progress: 0.25 }
    const shoe = { id: "m2", title: "Sandal", progress: 0 }
    const models = [
      buildModel({ ...bag, trainingStatus: "training_in_progress" }),
      buildModel({ ...shoe, trainingStatus: "preparing_photoshoot" }),
    ]
    api.answer(listOpenOrders, { data: [], runs, models })
    renderScreen(<DashboardScreen />, { at: "/app" })
    const running = within(await screen.findByRole("region", { name: "Under way" }))
    await running.findByText("Training of Market bag")
    await running.findByText("Background removal")
    expect(running.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Background removal", "/generations/bg-remover"],
      ["Batch of 12 photos", "/generations/batch?batch=r2"],
      ["Training of Market bag", "/training-dataset"],
      ["Photoshoot of Sandal", "/training-dataset"],
    ])
    const bars = running.getAllByRole("progressbar").map((bar) => bar.getAttribute("aria-valuenow"))
    expect(bars).toEqual(["40", "50", "25", null])
  })

  test("holds the words that wait with the account, for another browser", async () => {
    const next = "/generations/flux?mode=dalle3&prompt=a+red+gift+box&shape=1%3A1"
    const user = openWith(next)
    const words = await screen.findByLabelText<HTMLTextAreaElement>("What do you want to see?")
    expect(words.value).toBe("a red gift box")
    await user.click(screen.getByRole("button", { name: "Go to the generator" }))
    await expectAddress(next)
  })

  test("leads nobody back to a fee that is paid", async () => {
    const api = fakeApi()
    const prefs = { next: "/billing?program=systems_intergration" }
    signedIn(api, { account: { prefs }, profile: { program: "Systems Integration", stage: "applied" } })
    api.answer(getJourney, { data: { ...nothing, application } })
    renderScreen(<DashboardScreen />, { at: "/app" })
    await screen.findByRole("heading", { name: "You're In!" })
    expect(screen.queryByRole("link", { name: "Go on where you left off" })).toBeNull()
  })

  test("leads on to another page the person wanted to go to", async () => {
    openWith("/photo-gallery")
    const link = await screen.findByRole("link", { name: "Go on where you left off" })
    expect(link.getAttribute("href")).toBe("/photo-gallery")
  })

  test("begins with the application that somebody came for, while applications are taken", async () => {
    const next = "/billing?program=systems_intergration"
    const api = fakeApi()
    signedIn(api, { account: { prefs: { next } } })
    api.answer(getJourney, { data: nothing })
    const programs = (cohort: typeof open | null) =>
      api.answer(listCohortStates, { data: [{ programId: "systems_intergration", isLocked: false, cohort }] })
    programs(open)
    renderScreen(<DashboardScreen />, { at: "/app" })
    const link = await screen.findByRole("link", { name: "To the application fee" })
    expect(link.getAttribute("href")).toBe(next)
    const photo = await screen.findByRole("heading", { name: "Begin with your photo" })
    expect(link.compareDocumentPosition(photo) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.queryByRole("link", { name: "Go on where you left off" })).toBeNull()
    const expectNone = async () => {
      cleanup()
      renderScreen(<DashboardScreen />, { at: "/app" })
      await screen.findByRole("heading", { name: "Begin with your photo" })
      await networkAtRest()
      expect(screen.queryByRole("link", { name: "To the application fee" })).toBeNull()
    }
    api.answer(getJourney, { data: { ...nothing, application: { ...application, status: "declined" } } })
    await expectNone()
    api.answer(getJourney, { data: nothing })
    programs(null)
    await expectNone()
  })
})
