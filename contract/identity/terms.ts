import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

export const getTermsState = endpoint({
  method: "GET",
  path: "/terms-accepted",
  access: "session",
  summary: "The version of the terms that holds, what is new in it, and whether the signed-in person agreed to it",
  reply: z.object({ data: z.object({ version: z.string(), change: z.string(), isAccepted: z.boolean() }) }),
})

export const acceptTerms = endpoint({
  method: "POST",
  path: "/terms-accepted",
  access: "session",
  isForAnonymousToo: true,
  summary: "Records that the signed-in person agrees to this version of the terms; saying it twice changes nothing",
  body: z.object({ version: z.iso.date() }),
  reply: z.object({ data: z.object({ version: z.string(), isAccepted: z.literal(true) }) }),
})
