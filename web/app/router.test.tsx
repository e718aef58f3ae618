import { screen, waitFor } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { getAccount } from "#contract/identity/account.ts"
import { balanceChanged, getBalance, getOffer } from "#contract/money/credits.ts"
import { listOpenOrders } from "#contract/studio/generations.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"

function signedInApi() {
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  return api
}

describe("a visitor", () => {
  test.each([null, "", "null", "[]"])("is sent to /sign-in when the stored fallback is %j", async (fallback) => {
    fakeApi()
    if (fallback !== null) localStorage.setItem("cookieFallback", fallback)
    renderApp("/app")
    await screen.findByRole("heading", { name: "Sign in" })
    await expectAddress("/sign-in")
  })

  test.each(["/no-such-page", "/training", "/app/no-such-page"])("is sent to /sign-in from %s", async (path) => {
    fakeApi()
    renderApp(path)
    await screen.findByRole("heading", { name: "Sign in" })
    await expectAddress("/sign-in")
  })

  test("keeps ref on the way to /sign-in", async () => {
    fakeApi()
    renderApp("/app?ref=fusion")
    await screen.findByRole("heading", { name: "Sign in" })
    await expectAddress("/sign-in?ref=fusion")
  })

  test("is sent to /sign-in when the session is no longer good", async () => {
    const api = fakeApi()
    signedIn(api)
    api.refuse(getAccount, "general_unauthorized_scope", "User (role: guests) missing scope (account)")
    renderApp("/app")
    await screen.findByRole("heading", { name: "Sign in" })
  })

  test("reads the first page without any call", async () => {
    fakeApi()
    renderApp("/")
    await screen.findByRole("heading", { level: 1 })
    await expectAddress("/")
  })
})

describe("a signed-in person", () => {
  test("sees the bare page for an unknown path", async () => {
    signedIn(fakeApi())
    renderApp("/no-such-page")
    await screen.findByRole("heading", { name: "NotFound" })
    expect(document.title).toBe("NotFound · Aworan")
    expect(screen.queryByRole("navigation")).toBeNull()
    expect(screen.getByRole("link", { name: "Go to the dashboard" }).getAttribute("href")).toBe("/app")
  })

  test.each(["/sign-in", "/sign-up"])("who opens %s goes on to the dashboard", async (path) => {
    signedInApi()
    renderApp(path)
    await screen.findByRole("heading", { name: "Welcome Obi" })
    await expectAddress("/app")
  })

  test("sees the dashboard, and the window is named after it", async () => {
    signedInApi()
    renderApp("/app")
    await screen.findByRole("heading", { name: "Welcome Obi" })
    expect(document.title).toBe("Dashboard · Aworan")
  })

  test("sees the balance change without asking", async () => {
    const api = signedInApi()
    renderApp("/app")
    const balance = await screen.findByRole("link", { name: "20 credits" })
    await connected()
    await waitFor(() => expect(api.callsOf(getBalance)).toHaveLength(2))
    api.tell(balanceChanged, { credits: 15, held: 5 })
    await screen.findByRole("link", { name: "15 credits" })
    expect(balance.title).toBe("5 credits held for work under way")
    expect(api.callsOf(getBalance)).toHaveLength(2)
  })

  test("finds the focus on the new page's heading", async () => {
    signedInApi().answer(getOffer, {
      data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false },
    })
    const user = renderApp("/app")
    await screen.findByRole("heading", { name: "Welcome Obi" })
    await user.click(screen.getByRole("link", { name: "Billing" }))
    const heading = await screen.findByRole("heading", { name: "Buy credits", level: 1 })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })
})
