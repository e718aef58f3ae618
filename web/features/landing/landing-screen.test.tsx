import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LandingScreen } from "./landing-screen.tsx"

test("invites a visitor, and links only to pages that exist", () => {
  fakeApi()
  renderScreen(<LandingScreen />)
  expect(screen.getAllByRole("link", { name: "Create your account" })).not.toHaveLength(0)
  const addresses = new Set(screen.getAllByRole("link").map((link) => link.getAttribute("href")))
  expect([...addresses].toSorted()).toEqual(["#main", "/", "/sign-in", "/sign-up"])
})

test("leads a person who signed in here back to the studio", () => {
  signedIn(fakeApi())
  renderScreen(<LandingScreen />)
  for (const link of screen.getAllByRole("link", { name: "Open the studio" })) {
    expect(link.getAttribute("href")).toBe("/app")
  }
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull()
})
