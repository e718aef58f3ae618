import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { getOwnReferral } from "#contract/money/referrals.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { InviteSection } from "./invite-section.tsx"

const link = "https://aworan.example/sign-up?invite=ABCD2345"

test("shows the link, how many came and what they brought, and copies the link", async () => {
  fakeApi().answer(getOwnReferral, { data: { link, credits: 20, joined: 3, rewarded: 2 } })
  const user = renderScreen(<InviteSection />, { at: "/account" })
  expect((await screen.findByLabelText<HTMLInputElement>("Your link")).value).toBe(link)
  expect(screen.getByText("Joined by your link").nextElementSibling?.textContent).toBe("3")
  expect(screen.getByText("Credits you got").nextElementSibling?.textContent).toBe("40")
  await user.click(screen.getByRole("button", { name: "Copy link" }))
  await screen.findByText("Copied.")
  expect(await navigator.clipboard.readText()).toBe(link)
})

test("is not there where invitations bring nothing", async () => {
  const api = fakeApi()
  api.answer(getOwnReferral, { data: { link: null, credits: 0, joined: 0, rewarded: 0 } })
  renderScreen(<InviteSection />, { at: "/account" })
  await expect.poll(() => api.callsOf(getOwnReferral).length).toBe(1)
  expect(screen.queryByText("Invite a friend")).toBeNull()
})
