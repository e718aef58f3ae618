import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { modes } from "#contract/catalogue/modes.ts"
import { programPath, publicPages } from "#web/content/public-pages.ts"
import { formatCredits } from "#web/lib/format.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

test("invites a visitor, and links only to pages that exist", async () => {
  fakeApi()
  renderApp("/")
  await screen.findByRole("heading", { level: 1 })
  expect(screen.getAllByRole("link", { name: "Create your account" })).not.toHaveLength(0)
  const known = new Set<string>([
    ...Object.values(publicPages).map(({ path }) => path),
    programPath,
    "/sign-in",
    "/sign-up",
  ])
  for (const link of screen.getAllByRole("link")) {
    const address = link.getAttribute("href") ?? ""
    const [path = ""] = address.split(/[?#]/)
    const place = address.split("#")[1]
    expect(path === "" || known.has(path), address).toBe(true)
    if (place !== undefined) expect(document.getElementById(place), address).not.toBeNull()
  }
})

test("leads a person who signed in here back to the studio", async () => {
  signedIn(fakeApi())
  renderApp("/")
  await screen.findByRole("heading", { level: 1 })
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull()
  const links = screen.getAllByRole("link", { name: "Open the studio" })
  expect(links.map((link) => link.getAttribute("href"))).toEqual(links.map(() => "/app"))
})

test("shows each tool with the fee the server charges", async () => {
  fakeApi()
  renderApp("/")
  const tools = await screen.findByRole("region", { name: "What each tool costs" })
  const rows = within(tools).getAllByRole("listitem")
  expect(rows.map((row) => row.textContent)).toEqual(
    modes.map(({ title, text, feeCredits }) => `${title}${text}${formatCredits(feeCredits)}`),
  )
})
