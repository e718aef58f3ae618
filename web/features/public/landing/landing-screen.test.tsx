import { screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { programPath } from "#contract/academy/academy-addresses.ts"
import { listCohortStates } from "#contract/academy/admissions.ts"
import { purposes } from "#contract/catalogue/makers.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { termsOf } from "#contract/catalogue/programs/terms.ts"
import { styleNames } from "#contract/catalogue/style-names.ts"
import { getOffer } from "#contract/money/credits.ts"
import { publicPages, statusPage } from "#web/content/public-pages.ts"
import { draftKey } from "#web/lib/stored/draft-key.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { bringAllIntoView } from "#web/testing/in-view.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

test("invites a visitor, and links only to pages that exist", async () => {
  fakeApi()
  renderApp("/")
  await screen.findByRole("heading", { level: 1 })
  expect(screen.getAllByRole("link", { name: "Create your account" })).not.toHaveLength(0)
  expect(screen.getByRole("link", { name: "See examples" }).getAttribute("href")).toBe("/showcase")
  expect(within(screen.getByRole("contentinfo")).getByRole("link", { name: "Status" })).toBeDefined()
  const known = new Set<string>([
    ...Object.values(publicPages).map(({ path }) => path),
    programPath,
    statusPage.path,
    "/sign-in",
    "/sign-up",
    ...Object.keys(styleNames).map((slug) => `/category/${slug}`),
    "/demotraining",
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
  const example = screen.getByRole("link", { name: "Try these words: Footwear" }).getAttribute("href") ?? ""
  const address = new URL(example, "http://page.invalid")
  expect(address.pathname).toBe("/generations/flux")
  expect(address.searchParams.get("prompt")).toMatch(/^brown leather sandals/)
})

test("keeps the words of an example for a visitor who makes an account first", async () => {
  fakeApi()
  const user = renderApp("/")
  // With the key that opens another tab, this one stays where it is.
  await user.keyboard("{Control>}")
  await user.click(await screen.findByRole("link", { name: "Try these words: Footwear" }))
  expect(JSON.parse(sessionStorage.getItem(draftKey) ?? "{}")).toMatchObject({
    prompt: "brown leather sandals on sand, golden light",
    ratio: "4:5",
  })
})

test("prices turn to naira when the visitor is in Nigeria", async () => {
  bringAllIntoView()
  fakeApi().answer(getOffer, { data: { currency: "NGN", waysToPay: [], isSandbox: false, isStudioPromo: false } })
  renderApp("/")
  const prices = await screen.findByRole("region", { name: "Pay for credits, not for months" })
  await within(prices).findByText("₦22,000")
  vi.unstubAllGlobals()
})

test("names five things to have made, with the fees the server charges", async () => {
  fakeApi()
  renderApp("/")
  const tools = await screen.findByRole("region", { name: "What you can have made" })
  const rows = within(tools).getAllByRole("listitem")
  expect(rows.map((row) => row.querySelector("h3")?.textContent)).toEqual(purposes.map(({ title }) => title))
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
    "2 to 5 credits",
    "4 credits",
    "5 credits",
    "2 credits",
    "1 to 2 credits",
  ])
})

test("tells the fees of the open cohort, and of another program the usual ones", async () => {
  const [program, other] = openPrograms
  if (!program || !other) throw new Error("two programs are open")
  const tuition = { ...program.payment, discounted_total: "181000" }
  const cohort = {
    number: 3,
    state: "open" as const,
    startsOn: "2027-03-01",
    applyBy: "2027-02-08",
    enrolBy: "2027-02-24",
    isPlanned: false,
    seatsLeft: 12,
    terms: termsOf(program, { applicationFeeNaira: 12_500, tuition, texts: null }),
  }
  fakeApi().answer(listCohortStates, { data: [{ programId: program.slug, isLocked: false, cohort }] })
  renderApp("/")
  const cardOf = async (name: string) => (await screen.findByRole("link", { name })).closest("li")?.textContent
  await waitFor(async () =>
    expect(await cardOf(program.program_name)).toMatch(
      /Start1 March 2027Tuition.*₦181,000Or in threefirst ₦[\d,]+To apply₦12,500$/,
    ),
  )
  expect(await cardOf(other.program_name)).toMatch(/Tuition₦.*, usually.*To applyusually ₦10,000$/)
})
