import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"
import { Nothing, passwordLength } from "./account.ts"

/** A person without a password must have signed in this lately to change how the account is entered, in minutes. */
export const recentSignInMinutes = 10

export const exportOwnData = endpoint({
  method: "GET",
  path: "/v1/account/export",
  access: "session",
  summary: "Everything kept of the own account, as a ZIP of JSON, pictures and files",
  reply: z.unknown(),
})

/** The browser asks this before it follows the link to the archive, because a link cannot ask for the password. */
export const prepareExport = endpoint({
  method: "POST",
  path: "/v1/account/export",
  access: "session",
  summary: "Whether the archive may be fetched now: somebody proved a moment ago who they are",
  reply: Nothing,
  status: 204,
})

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/v1/account",
  access: "session",
  isForAnonymousToo: true,
  summary: "Deletes the own account and everything in it, for good",
  body: z.object({
    /** Asked of everyone who has one. */
    password: PlainText.max(passwordLength.max).nullish(),
  }),
  reply: Nothing,
  status: 204,
})
