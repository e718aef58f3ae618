import { screen, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import type { ProfileDocument } from "#contract/product/profile.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { chooseView } from "./choose-view.ts"
import { DashboardScreen } from "./dashboard-screen.tsx"

function openAs(profile: Partial<ProfileDocument>): void {
  signedIn(fakeApi(), { profile })
  renderScreen(<DashboardScreen />, { at: "/app" })
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
