import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { type CohortRow, changeCohort, listCohorts, previewCohort } from "#contract/academy/cohorts-admin.ts"
import { changeCohortTexts } from "#contract/academy/program-terms.ts"
import { getOwnRole } from "#contract/identity/operators.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

const price = { total: "400000", first_tranche: "160000", second_tranche: "120000", third_tranche: "120000" }
const cohort: CohortRow = {
  id: "systems_intergration-3",
  programId: "systems_intergration",
  number: 3,
  version: 4,
  startsOn: "2027-03-01",
  applyBy: "2027-02-01",
  enrolBy: "2027-02-20",
  seats: 30,
  taken: 3,
  fullScholarships: 1,
  partialScholarships: 2,
  isOpen: true,
  isPlanned: false,
  terms: {
    applicationFee: 10_000,
    tuition: {
      ...price,
      discounted_total: "220000",
      discounted_first_tranche: "100000",
      discounted_second_tranche: "60000",
      discounted_third_tranche: "60000",
    },
    texts: {
      card: "A card",
      hero: "A page",
      neededBy: "Everybody",
      callHeading: "Come",
      callText: "Now",
      classTimes: "Tuesdays, 19:00 to 20:30",
      teachers: "",
      needs: "",
    },
  },
}

function openScreen(query = "") {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: false } })
  api.answer(listCohorts, { data: [cohort], waiting: { systems_intergration: 1, data_foundations: 12 } })
  const user = renderApp(`/operator/admissions/cohorts${query}`)
  /** Somebody else closes the cohort, which the list hears of once a change is refused. */
  const closeElsewhere = (): void =>
    api.answer(listCohorts, { data: query === "" ? [{ ...cohort, isOpen: false, version: 5 }] : [], waiting: {} })
  return { api, user, closeElsewhere }
}

const refusal = "Somebody else changed this cohort. Look at it again."

test("a cohort that somebody else changed is told of, what was typed stays, and what it is now is shown", async () => {
  const { api, user, closeElsewhere } = openScreen()
  await user.click(await screen.findByRole("button", { name: /^Change days and seats of cohort 3/ }))
  const seats = screen.getByLabelText("Seats")
  await user.clear(seats)
  await user.type(seats, "40")
  await user.type(screen.getByLabelText("Reason"), "A larger room")
  api.refuse(changeCohort, "version_changed", refusal)
  closeElsewhere()
  await user.click(screen.getByRole("button", { name: "Save" }))
  await screen.findByText(refusal)
  await screen.findByText("Closed", { selector: "span" })
  expect(screen.getByLabelText("Seats")).toHaveProperty("value", "40")
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "A larger room")

  // The form stands for what was seen when it was opened, whatever was read since.
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(changeCohort)).toHaveLength(2))
  expect(api.callsOf(changeCohort).map(({ body }) => body.version)).toEqual([4, 4])

  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByRole("button", { name: /^Change days and seats of cohort 3/ }))
  expect(screen.getByLabelText(/^Open for applications/)).toHaveProperty("checked", false)
  await user.type(screen.getByLabelText("Reason"), "A larger room")
  api.answer(changeCohort, { message: "The cohort is saved." })
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.queryByLabelText("Seats")).toBeNull())
  expect(api.callsOf(changeCohort).at(-1)?.body).toMatchObject({ version: 5, values: { isOpen: false } })
})

test("other days are looked at before they are saved, with whom they concern, and again once they were changed", async () => {
  const { api, user } = openScreen()
  await user.click(await screen.findByRole("button", { name: /^Change days and seats of cohort 3/ }))
  const start = screen.getByLabelText("First class")
  await user.clear(start)
  await user.type(start, "2027-03-15")
  await user.type(screen.getByLabelText("Reason"), "The room is not ready")
  api.answer(previewCohort, {
    data: {
      ...{ people: 12, learners: 2, kept: 1, offered: [{ name: "Obi", from: "2027-02-20", to: "2027-02-10" }] },
      instalments: [{ name: "Ada", part: "second", from: "2027-04-01", to: "2027-04-15" }],
      locked: [{ title: "First words", until: "2027-03-15" }],
    },
  })
  await user.click(screen.getByRole("button", { name: "See what changes" }))
  const change = within(await screen.findByRole("region", { name: "What changes" }))
  change.getByText("12 people get a mail with the new days, 2 of them with a place taken.")
  change.getByText("Ada, second instalment: 1 April 2027 → 15 April 2027")
  change.getByText("1 instalment stays on the promised day: nobody pays earlier.")
  change.getByText("Obi: 20 February 2027 → 10 February 2027")
  change.getByText("First words: until 15 March 2027")
  expect(api.callsOf(changeCohort)).toHaveLength(0)

  await user.clear(start)
  await user.type(start, "2027-03-16")
  await user.click(screen.getByRole("button", { name: "See what changes" }))
  api.answer(changeCohort, { message: "The cohort is saved." })
  await user.click(await screen.findByRole("button", { name: "Save and tell 12 people" }))
  await waitFor(() => expect(api.callsOf(changeCohort)).toHaveLength(1))
  expect(api.callsOf(previewCohort)).toHaveLength(2)
  expect(api.callsOf(changeCohort)[0]?.body).toMatchObject({ people: 12, values: { startsOn: "2027-03-16" } })
})

test("tells how many wait for applications, of locked programs too", async () => {
  openScreen()
  await screen.findByText("1 address waits to hear when applications open.")
  const locked = within(screen.getByRole("region", { name: "Data Foundations" }))
  locked.getByText("12 addresses wait to hear when applications open.")
})

test("words of a cohort that somebody else changed stay too, where its change took it out of the list", async () => {
  const { api, user, closeElsewhere } = openScreen("?state=open")
  await user.click(await screen.findByRole("button", { name: /^Change the words of cohort 3/ }))
  const card = screen.getByLabelText("On the card")
  await user.clear(card)
  await user.type(card, "Other words")
  await user.type(screen.getByLabelText("Reason (optional)"), "Clearer")
  api.refuse(changeCohortTexts, "version_changed", refusal)
  closeElsewhere()
  const form = within(card.closest("form") ?? expect.fail("There is no form."))
  const reads = api.callsOf(listCohorts).length
  await user.click(form.getByRole("button", { name: "Save" }))
  await form.findByText(refusal)
  expect(api.callsOf(listCohorts).length).toBeGreaterThan(reads)
  expect(card).toHaveProperty("value", "Other words")
  await user.click(form.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(changeCohortTexts)).toHaveLength(2))
  expect(api.callsOf(changeCohortTexts).map(({ body }) => body.version)).toEqual([4, 4])
})

test.each([
  ["words", changeCohortTexts],
  ["days and seats", changeCohort],
])("an answer to changed %s leaves the form open that was opened since", async (part, endpoint) => {
  const { api, user } = openScreen()
  api.answer(endpoint, { message: "The cohort is saved." })
  const sendAnswer = api.hold(endpoint)
  await user.click(await screen.findByRole("button", { name: new RegExp(`^Change (the )?${part} of cohort 3`) }))
  await user.type(screen.getByLabelText(/^Reason/), "Clearer")
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(endpoint)).toHaveLength(1))
  await user.click(screen.getByRole("button", { name: /^Change the fees of cohort 3/ }))
  await user.type(screen.getByLabelText("Reason"), "Cheaper")
  sendAnswer()
  await act(networkAtRest)
  await screen.findByText("The cohort is saved.")
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "Cheaper")
})
