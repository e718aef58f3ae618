import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"
import { Nothing, passwordLength } from "./account.ts"

/** For accounts without a second factor; with one, its code is the proof (`finishChallenge`). */
export const provePassword = endpoint({
  method: "POST",
  path: "/account/proof",
  access: "session",
  summary: "Proves once more who is here, by the password",
  body: z.object({ password: PlainText.max(passwordLength.max) }),
  reply: Nothing,
  status: 204,
})

/** How the second factor of the own account stands. */
export const getFactorState = endpoint({
  method: "GET",
  path: "/account/factor",
  access: "session",
  summary: "Since when the account has a second factor, and how many recovery codes are left",
  reply: z.object({
    data: z.object({
      /** "" without a factor. */
      since: z.string(),
      recoveryCodesLeft: z.number(),
    }),
  }),
})
