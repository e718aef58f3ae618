import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { askForHandout } from "#contract/operations/handouts.ts"
import { caseStudies } from "#web/content/case-studies.ts"
import { systems } from "#web/content/systems.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"

describe("a case study", () => {
  test.each(["/case-study?slug=ugcpro", "/case-study/ugcpro"])(
    "is shown at %s, marked as an illustration",
    async (at) => {
      fakeApi()
      renderApp(at)
      await screen.findByRole("heading", { level: 1, name: "UGCPro" })
      expect(screen.getByText(/not a client, and it holds no measured figures/)).toBeDefined()
      await waitFor(() => expect(document.title).toBe("UGCPro · Aworan"))
    },
  )

  test("leads to the next one, and the last to the first", async () => {
    fakeApi()
    const user = renderApp("/case-study?slug=ugcpro")
    const next = within(await screen.findByRole("region", { name: "Next case" }))
    await user.click(next.getByRole("link", { name: "ConvertFlow" }))
    await screen.findByRole("heading", { level: 1, name: "ConvertFlow" })
    screen.getByRole("link", { name: "LeadPilot" })
  })

  test.each(["/case-study", "/case-study?slug=none", "/case-study/none"])("is a list at %s", async (at) => {
    fakeApi()
    renderApp(at)
    const list = await screen.findByRole("region", { name: "Case studies" })
    screen.getByRole("heading", { level: 1, name: "Five systems, told as examples" })
    expect(within(list).getAllByRole("link")).toHaveLength(caseStudies.length)
  })
})

describe("the sheet beside a case study", () => {
  test("is asked for with an address, and the page says where it went", async () => {
    const api = fakeApi()
    api.answer(askForHandout, { message: "The sheet is on its way." })
    const user = renderApp("/case-study/studiogen")
    const form = within(await screen.findByRole("region", { name: "The shelf check" }))
    await user.click(form.getByRole("button", { name: "Mail it to me" }))
    await form.findByText("Invalid email address")
    await user.type(form.getByLabelText("Your e-mail"), "bisi@example.com")
    await user.click(form.getByRole("button", { name: "Mail it to me" }))
    await form.findByText("bisi@example.com")
    expect(api.callsOf(askForHandout).map(({ body }) => body)).toEqual([
      { slug: "studiogen", email: "bisi@example.com" },
    ])
  })

  test("keeps the address when the server says no", async () => {
    fakeApi().refuse(askForHandout, "general_rate_limit_exceeded", "Too many requests.")
    const user = renderApp("/case-study/studiogen")
    const form = within(await screen.findByRole("region", { name: "The shelf check" }))
    await user.type(form.getByLabelText("Your e-mail"), "bisi@example.com")
    await user.click(form.getByRole("button", { name: "Mail it to me" }))
    await form.findByText("Too many requests.")
    expect(form.getByDisplayValue("bisi@example.com")).toBeDefined()
  })
})

test("every system leads to its case study", async () => {
  fakeApi()
  const user = renderApp("/solutions")
  const outreach = await screen.findByRole("region", { name: "Outreach" })
  await user.click(within(outreach).getByRole("link"))
  await screen.findByRole("heading", { level: 1, name: "LeadPilot" })
  await expectAddress("/case-study?slug=leadpilot")
  expect(systems.map(({ slug }) => slug)).toEqual(caseStudies.map(({ slug }) => slug))
})

test("the page for companies leads to the systems", async () => {
  fakeApi()
  const user = renderApp("/enterprise")
  await user.click(await screen.findByRole("link", { name: "See the five systems" }))
  await screen.findByRole("heading", { level: 1, name: /^Five systems/ })
})
