import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

const path = "/aworan-academy/program"

describe("a program's page", () => {
  test.each(["programId", "slug", "program"])("is found by %s", async (name) => {
    fakeApi()
    renderApp(`${path}?${name}=strategy_and_consulting`)
    await screen.findByRole("heading", { level: 1, name: "Strategy & Consulting" })
    await waitFor(() => expect(document.title).toBe("Strategy & Consulting · Aworan"))
  })

  test.each(["", "?programId=none", "?programId=data_foundations"])("is the list for %j", async (search) => {
    fakeApi()
    renderApp(`${path}${search}`)
    await screen.findByRole("heading", { level: 1, name: "Programs" })
    expect(screen.getAllByText(/^Locked:/)).toHaveLength(3)
  })

  test("shows the instalment total beside the single payment", async () => {
    fakeApi()
    renderApp(`${path}?programId=systems_intergration`)
    const fees = await screen.findByRole("region", { name: "Tuition" })
    const row = (name: string) => within(fees).getByRole("row", { name: new RegExp(`^${name}`) }).textContent
    expect(row("One payment")).toBe("One payment₦440,000₦220,000")
    expect(row("Instalment total")).toBe("Instalment total₦460,000₦220,000")
  })

  test("says that the cohort has begun, and offers the next", async () => {
    fakeApi()
    renderApp(`${path}?programId=systems_intergration`)
    const apply = await screen.findByRole("link", { name: "Apply for the next cohort" })
    expect(apply.getAttribute("href")).toBe("/billing?program=systems_intergration")
    expect(screen.getByText("1 September 2025")).toBeDefined()
    expect(screen.getByText(/^This cohort has begun/)).toBeDefined()
  })
})

test("the academy leads to its open programs", async () => {
  fakeApi()
  const user = renderApp("/aworan-academy")
  await user.click(await screen.findByRole("link", { name: "Systems Integration" }))
  await screen.findByRole("heading", { level: 1, name: "Systems Integration" })
})
