import { screen, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import type { ProfileDocument } from "#contract/product/profile.ts"
import { type buildAccount, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { chooseView } from "./choose-view.ts"
import { DashboardScreen } from "./dashboard-screen.tsx"

function openAs(profile: Partial<ProfileDocument>, account: Parameters<typeof buildAccount>[0] = {}): UserEvent {
  const api = fakeApi()
  signedIn(api, { profile, account })
  return renderScreen(<DashboardScreen />, { at: "/app" })
}

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

describe("the prospect view", () => {
  test("greets by the second word of the name and shows who the person is", async () => {
    openAs({})
    await screen.findByRole("heading", { name: "Welcome Obi" })
    const card = screen.getByRole("link", { name: /ada@example.com/ })
    expect(card.getAttribute("href")).toBe("/app")
    expect(card.textContent).toContain("PROSPECT")
  })

  test("takes words to the generator", async () => {
    const user = openAs({})
    await user.type(await screen.findByLabelText("What do you want to see?"), "a clay pot")
    await user.click(screen.getByRole("button", { name: "Go to the generator" }))
    expect(shownAddress()).toBe("/generations/flux?mode=flux1.1-pro&prompt=a+clay+pot")
  })

  test("holds the words that wait with the account, for another browser", async () => {
    const next = "/generations/flux?mode=dalle3&prompt=a+red+gift+box&shape=1%3A1"
    const user = openAs({}, { prefs: { next } })
    const words = await screen.findByLabelText<HTMLTextAreaElement>("What do you want to see?")
    expect(words.value).toBe("a red gift box")
    await user.click(screen.getByRole("button", { name: "Go to the generator" }))
    expect(shownAddress()).toBe(next)
  })

  test("leads on to another page the person wanted to go to", async () => {
    openAs({}, { prefs: { next: "/billing?program=systems_intergration" } })
    const link = await screen.findByRole("link", { name: "Go on where you left off" })
    expect(link.getAttribute("href")).toBe("/billing?program=systems_intergration")
  })

  test("lists the first steps until they are done", async () => {
    openAs({}, { emailVerification: false })
    const steps = (await screen.findByRole("heading", { name: "First steps" })).parentElement as HTMLElement
    expect(
      within(steps)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Confirm your e-mail (20 free credits), to do",
      "Make your first picture, to do",
      "Download a picture, to do",
    ])
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
    expect(within(card).getByRole<HTMLButtonElement>("button", { name: "Apply" }).disabled).toBe(true)
  })
})

test("waits for the profile with the specified words", async () => {
  openAs({ stage: "" })
  await screen.findByText(messages.welcomeWait)
})

test("tells an applicant what happens next", async () => {
  openAs({ stage: "applied", program: "Systems Integration" })
  await screen.findByRole("heading", { name: "You're In!" })
  screen.getByText(/Systems Integration/)
  const steps = screen.getByRole("heading", { name: "What Happens Next?" }).parentElement as HTMLElement
  expect(within(steps).getAllByRole("listitem")).toHaveLength(3)
})

test("welcomes an admitted learner", async () => {
  openAs({ stage: "fusion", program: "Systems Integration" })
  await screen.findByRole("heading", { name: "Congratulations" })
  screen.getByRole("heading", { name: "Your Next Steps" })
})
