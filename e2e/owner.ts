import { readFileSync } from "node:fs"
import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test"
import { startOutput } from "./start-output.ts"

/** How the owner signs in. */
export const ownerEmail = "owner@example.com"
export const ownerPassword = "the owner's long password"

/** The installation's owner, signed in beside the journey: the first to ask becomes it by the printed link. */
export async function ownerOf(
  playwright: PlaywrightWorkerArgs["playwright"],
  baseURL: string,
): Promise<APIRequestContext> {
  const owner = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
  const signIn = () =>
    owner.post("/v1/account/sessions/email", { data: { email: ownerEmail, password: ownerPassword } })
  if ((await signIn()).ok()) return owner
  const account = { userId: "unique()", email: ownerEmail, password: ownerPassword, name: "Ada Owner" }
  expect((await owner.post("/v1/account", { data: account })).ok()).toBe(true)
  expect((await signIn()).ok()).toBe(true)
  const printed = readFileSync(startOutput(Number(new URL(baseURL).port)), "utf8")
  const token = /operator\?token=(\w+)/.exec(printed)?.[1]
  expect((await owner.post("/operators/claim", { data: { token } })).ok()).toBe(true)
  expect((await signIn()).status()).toBeLessThan(402)
  return owner
}
