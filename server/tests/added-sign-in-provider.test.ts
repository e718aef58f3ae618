import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { SignInProviderName } from "#contract/identity/sign-in-providers.ts"
import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import type { TestApp } from "#server/testing/test-app.ts"

/** A provider is added by a name, and by this behind it; nothing else of the server knows which there are. */
const palaver: IdentityProviderDeclaration = {
  settings: [{ name: "PALAVER_CLIENT_ID", what: "Client of Palaver sign-in.", default: "none" }],
  read: ({ text }) =>
    text("PALAVER_CLIENT_ID") === null
      ? null
      : () => ({
          name: "palaver" as SignInProviderName,
          title: "Palaver",
          answersByForm: false,
          pageFor: async ({ state }) => new URL(`https://palaver.example/authorize?state=${state}`),
          personOf: async () => ({ uid: "7", email: "ada@palaver.example", isEmailVerified: true, name: "Ada" }),
        }),
}

const names = "#contract/identity/sign-in-providers.ts"
const declarations = "#server/adapters/identity-providers/all-providers.ts"
const publicUrl = "https://studio.example"
let t: TestApp

// Test files of a process share its modules: this one loads its own, with the longer lists, and leaves none behind.
beforeAll(async () => {
  vi.resetModules()
  const known = await import("#contract/identity/sign-in-providers.ts")
  const { identityProviders } = await import("#server/adapters/identity-providers/all-providers.ts")
  const signInProviders = { ...known.signInProviders, palaver: "Palaver" }
  vi.doMock(names, () => ({ signInProviders, signInProviderNames: Object.keys(signInProviders) }))
  vi.doMock(declarations, () => ({ identityProviders: { ...identityProviders, palaver } }))
  vi.resetModules()
  const { openTestApp } = await import("#server/testing/test-app.ts")
  t = await openTestApp({
    settings: { PUBLIC_URL: publicUrl, MAIL_URL: "captured", PALAVER_CLIENT_ID: "aworan" },
    hasWorker: false,
  })
})
afterAll(async () => {
  await t.close()
  vi.doUnmock(names)
  vi.doUnmock(declarations)
  vi.resetModules()
})

test("a sign-in provider that is added has its setting and its button, and signs people in", async () => {
  const { settings } = await import("#server/settings/all.ts")
  expect(settings.filter(({ name }) => name === "PALAVER_CLIENT_ID")).toHaveLength(1)
  const info = await t.request("GET", "/session-info")
  expect(info.json().data.identityProviders).toEqual([{ name: "palaver", title: "Palaver" }])
  const pages = new URLSearchParams({ project: "aworan", success: `${publicUrl}/app`, failure: `${publicUrl}/sign-in` })
  const started = await t.request("GET", `/v1/account/sessions/oauth2/palaver?${pages}`)
  const state = new URL(started.headers.location ?? "").searchParams.get("state") ?? ""
  const cookie = started.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  const answer = new URLSearchParams({ code: "1", state })
  const back = await t.request("GET", `/v1/account/sessions/oauth2/callback/palaver/aworan?${answer}`, {
    headers: { cookie },
  })
  expect(back.headers.location).toBe(`${publicUrl}/app`)
})
