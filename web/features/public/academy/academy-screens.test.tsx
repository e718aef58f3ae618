import { cleanup, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { awaitCohort, getJourney, listCohortStates } from "#contract/academy/admissions.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { termsOf } from "#contract/catalogue/programs/terms.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

const path = "/aworan-academy/program"

describe("a program's page", () => {
  test.each(["programId", "slug", "program"])("is found by %s", async (name) => {
    fakeApi()
    renderApp(`${path}?${name}=strategy_and_consulting`)
    await screen.findByRole("heading", { level: 1, name: "Strategy & Consulting" })
    await waitFor(() => expect(document.title).toBe("Strategy & Consulting · Aworan"))
  })

  test.each(["", "?programId=none", "?programId=data_foundations"])("is the list for %j", async (search) => {
    fakeApi()
    renderApp(`${path}${search}`)
    await screen.findByRole("heading", { level: 1, name: "Programs" })
    expect(screen.getAllByText(/^Locked:/)).toHaveLength(3)
  })

  test("shows the instalment total beside the single payment", async () => {
    fakeApi()
    renderApp(`${path}?programId=systems_intergration`)
    const fees = await screen.findByRole("region", { name: "Tuition" })
    const row = (name: string) => within(fees).getByRole("row", { name: new RegExp(`^${name}`) }).textContent
    expect(row("One payment")).toBe("One paymentWhen you take your place₦440,000₦220,000")
    expect(row("Second instalment")).toBe("Second instalmentA month after the first class₦150,000₦60,000")
    expect(row("Instalment total")).toBe("Instalment total₦460,000₦220,000")
    within(screen.getByRole("complementary", { name: "Costs" })).getByText("₦230,000")
  })

  test("leads who has paid the fee to that payment while it is on its way", async () => {
    const api = fakeApi()
    signedIn(api)
    const payment = { tx_ref: "1767600000000-0123456789abcdef01234567", amount: 10_000, currency: "NGN" } as const
    api.answer(getJourney, {
      data: {
        checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
        ...{ application: null, assessment: null, interview: null, enrolment: null, isActivated: false, others: [] },
        paymentsOnTheirWay: [{ ...payment, item: "application:strategy_and_consulting", title: "Application fee" }],
      },
    })
    renderApp(`${path}?programId=systems_intergration`)
    const [link] = await screen.findAllByRole("link", { name: "Your payment is on its way" })
    expect(link?.getAttribute("href")).toBe(`/payment/${payment.tx_ref}`)
    expect(screen.queryByRole("link", { name: "Apply" })).toBeNull()
  })

  test("names no cohort before the server has told of one", async () => {
    fakeApi()
    renderApp(`${path}?programId=systems_intergration`)
    const [apply] = await screen.findAllByRole("link", { name: "Apply" })
    expect(apply?.getAttribute("href")).toBe("/sign-up?to=%2Fbilling%3Fprogram%3Dsystems_intergration")
    screen.getByText(/^You see the dates and the free seats/)
    expect(document.body.textContent).not.toMatch(/cohort \d|2025|begins on|began/i)
  })
})

describe("the cohort that the server tells of", () => {
  const cohort = {
    number: 3,
    state: "open" as const,
    startsOn: "2027-03-01",
    applyBy: "2027-02-08",
    enrolBy: "2027-02-24",
    isPlanned: false,
    seatsLeft: 12,
  }
  const program = { programId: "systems_intergration", isLocked: false }

  test("stands on the program's page with its days and seats", async () => {
    fakeApi().answer(listCohortStates, { data: [{ ...program, cohort }] })
    renderApp(`${path}?programId=systems_intergration`)
    const open = await screen.findByRole("region", { name: "Cohort 3 is open for applications" })
    for (const words of ["1 March 2027", "8 February 2027", "24 February 2027", "12"]) within(open).getByText(words)
    screen.getByText("By 1 April 2027")
  })

  test("tells hours and teachers once they are set, and until then that they are not", async () => {
    const [open] = openPrograms
    if (!open) throw new Error("a program is open")
    const api = fakeApi()
    renderApp(`${path}?programId=${open.slug}`)
    const week = async () => within(await screen.findByRole("region", { name: "Your week" }))
    expect((await week()).getByText(/hours stand here as soon as they are set/)).toBeDefined()
    expect((await week()).getByText(/as soon as they are named/)).toBeDefined()
    cleanup()
    const texts = {
      classTimes: "Tuesdays, 19:00 to 20:30",
      teachers: "Ada Obi, who builds\nBisi Ade, who leads",
      needs: "",
    }
    const terms = termsOf(open, { applicationFeeNaira: null, tuition: null, texts })
    api.answer(listCohortStates, { data: [{ programId: open.slug, isLocked: false, cohort: { ...cohort, terms } }] })
    renderApp(`${path}?programId=${open.slug}`)
    await (await week()).findByText("Tuesdays, 19:00 to 20:30 (Lagos time, GMT+1)")
    expect((await week()).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Ada Obi, who builds",
      "Bisi Ade, who leads",
    ])
  })

  test("brings its own fees, in the place of the usual ones", async () => {
    const [program] = openPrograms
    if (!program) throw new Error("a program is open")
    const tuition = { ...program.payment, discounted_total: "181000" }
    const terms = { ...termsOf(program, { applicationFeeNaira: 12_500, tuition, texts: null }) }
    const isUsual = () => screen.getByText(/These are the usual fees/).className.includes("hidden") === false
    const api = fakeApi()
    renderApp(`${path}?programId=${program.slug}`)
    expect((await screen.findByRole("region", { name: "Tuition" })).textContent).toContain("Application fee: ₦10,000")
    expect(isUsual()).toBe(true)
    cleanup()
    api.answer(listCohortStates, { data: [{ programId: program.slug, isLocked: false, cohort: { ...cohort, terms } }] })
    renderApp(`${path}?programId=${program.slug}`)
    const fees = await screen.findByRole("region", { name: "Tuition" })
    await waitFor(() => expect(fees.textContent).toContain("₦181,000"))
    expect(fees.textContent).toContain("Application fee: ₦12,500")
    expect(isUsual()).toBe(false)
  })

  test("stands in the list of programs", async () => {
    fakeApi().answer(listCohortStates, { data: [{ ...program, cohort }] })
    renderApp("/aworan-academy")
    await screen.findByText("Cohort 3 begins on 1 March 2027. Apply by 8 February 2027.")
  })

  test("is not offered when it is full", async () => {
    fakeApi().answer(listCohortStates, { data: [{ ...program, cohort: { ...cohort, state: "full", seatsLeft: 0 } }] })
    renderApp(`${path}?programId=systems_intergration`)
    await screen.findByText(/Every seat is taken/)
    expect(screen.queryByRole("link", { name: "Apply" })).toBeNull()
    expect(screen.getAllByRole("link", { name: "Tell me when it opens" })).not.toHaveLength(0)
    expect(screen.queryByText(/is open for applications/)).toBeNull()
  })

  test("takes the address of whoever waits for the next one, on the page itself", async () => {
    const api = fakeApi()
    api.answer(listCohortStates, { data: [{ ...program, cohort: { ...cohort, state: "begun" } }] })
    api.answer(awaitCohort, { message: "You will get one mail when applications open." })
    const user = renderApp(`${path}?programId=systems_intergration`)
    const field = await screen.findByRole("textbox", { name: "Tell me when applications open" })
    await user.type(field, "ada@")
    await user.click(screen.getByRole("button", { name: "Tell me" }))
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"))
    expect(document.activeElement).toBe(field)
    expect(api.callsOf(awaitCohort)).toEqual([])
    await user.type(field, "example.com")
    await user.keyboard("{Enter}")
    await screen.findByText(/once, when applications open/)
    expect(api.callsOf(awaitCohort).map(({ body }) => body)).toEqual([
      { program: "systems_intergration", email: "ada@example.com" },
    ])
  })
})

test("the academy leads to its open programs", async () => {
  fakeApi()
  const user = renderApp("/aworan-academy")
  await user.click(await screen.findByRole("link", { name: "Systems Integration" }))
  await screen.findByRole("heading", { level: 1, name: "Systems Integration" })
})
