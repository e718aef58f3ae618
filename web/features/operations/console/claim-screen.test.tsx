import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { claimOperator, roleWords } from "#contract/identity/operators.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ClaimScreen } from "./claim-screen.tsx"

const token = "0123456789abcdef0123456789abcdef"

afterEach(() => history.replaceState(null, "", "/"))

test("gives the person the role, says which, and leads to the console", async () => {
  const api = fakeApi()
  api.answer(claimOperator, { data: { role: "owner" } })
  history.replaceState(null, "", `/operator?token=${token}`)
  const onDone = vi.fn()
  const user = renderScreen(<ClaimScreen onDone={onDone} />, { at: `/operator?token=${token}` })
  expect(location.search).toBe("")
  await user.click(screen.getByRole("button", { name: "Take the role" }))
  expect((await screen.findByRole("status")).textContent).toContain("as owner")
  expect(screen.getByText(roleWords.owner)).toBeTruthy()
  expect(api.callsOf(claimOperator)[0]?.body).toEqual({ token })
  await user.click(screen.getByRole("button", { name: "Open the console" }))
  expect(onDone).toHaveBeenCalledOnce()
})

test("says why the link does not work", async () => {
  fakeApi().refuse(claimOperator, "not_allowed", "The link was used before.")
  const user = renderScreen(<ClaimScreen onDone={() => {}} />, { at: `/operator?token=${token}` })
  await user.click(screen.getByRole("button", { name: "Take the role" }))
  await screen.findByText("The link was used before.")
})

test("needs the link", () => {
  fakeApi()
  renderScreen(<ClaimScreen onDone={() => {}} />, { at: "/operator" })
  expect(screen.queryByRole("button", { name: "Take the role" })).toBeNull()
  expect(screen.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/app")
})
