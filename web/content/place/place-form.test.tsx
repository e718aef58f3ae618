import { screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { updateDocument } from "#contract/hosted/documents.ts"
import { useSession } from "#web/lib/session/session.ts"
import { buildProfile, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { DetailsFirst } from "./details-first.tsx"

const unknown = { country: null, state: null, phoneNumber: null }

function Details() {
  return <DetailsFirst user={useSession()} />
}

const country = () => screen.findByLabelText<HTMLInputElement>("Country")

test("asks for phone and place once, with the country that the network told of, and is gone when they are saved", async () => {
  const api = fakeApi()
  localStorage.setItem("user_country_code", "ke")
  vi.stubEnv("TZ", "UTC")
  signedIn(api, { profile: unknown })
  const user = renderScreen(<Details />)
  expect((await country()).value).toBe("Kenya")
  await user.type(screen.getByLabelText("Phone number"), "0801 234 5678")
  await user.type(screen.getByLabelText("State"), "Nakuru")
  const said = { phoneNumber: "0801 234 5678", country: "Kenya", state: "Nakuru" }
  api.answer(updateDocument, () => {
    signedIn(api, { profile: said })
    return buildProfile(said)
  })
  await user.click(screen.getByRole("button", { name: "Save and go on" }))
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Your phone and place" })).toBeNull())
  expect(api.callsOf(updateDocument).map(({ body }) => body.data)).toEqual([said])
})

test.each([
  ["Phone number", "1 2 3 4 5 6", "Phone number too short"],
  ["Country", "", "Country is required"],
  ["State", "", "State is required"],
])("refuses %s %j before any call", async (label, value, message) => {
  signedIn(fakeApi(), { profile: unknown })
  const user = renderScreen(<Details />)
  await user.clear(await country())
  if (value !== "") await user.type(screen.getByLabelText(label), value)
  await user.click(screen.getByRole("button", { name: "Save and go on" }))
  await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
})

test("suggests the states of Nigeria", async () => {
  signedIn(fakeApi(), { profile: unknown })
  const user = renderScreen(<Details />)
  await user.clear(await country())
  await user.type(screen.getByLabelText("Country"), "nigeria{Enter}")
  await user.click(screen.getByLabelText("State"))
  expect(screen.getAllByRole("option")).toHaveLength(37)
})

test.each([
  ["india", "India"],
  ["niger", "Niger"],
  ["congo", "Congo - Brazzaville"],
])("%s and Enter is %s", async (typed, picked) => {
  signedIn(fakeApi(), { profile: unknown })
  const user = renderScreen(<Details />)
  await user.clear(await country())
  await user.type(screen.getByLabelText("Country"), `${typed}{Enter}`)
  expect(screen.getByLabelText<HTMLInputElement>("Country").value).toBe(picked)
})

test("takes text that is in no list", async () => {
  signedIn(fakeApi(), { profile: unknown })
  const user = renderScreen(<Details />)
  await country()
  await user.type(screen.getByLabelText("State"), "Ashanti")
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>("State").value).toBe("Ashanti")
})

test("the phone number says how it begins", async () => {
  signedIn(fakeApi(), { profile: unknown })
  renderScreen(<Details />)
  await country()
  const hint = screen.getByLabelText("Phone number").getAttribute("aria-describedby")?.split(" ") ?? []
  expect(hint.map((id) => document.getElementById(id)?.textContent).join(" ")).toContain("country code, such as +234")
})
