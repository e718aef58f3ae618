import { z } from "zod"
import { maxTryCharacters } from "#contract/catalogue/guest-trial.ts"
import { endpoint } from "#contract/endpoint.ts"
import { messages } from "#contract/messages.ts"
import { PlainText } from "#contract/primitives.ts"

/** One free picture of a visitor, known by a cookie. */
export const Try = z
  .object({
    id: z.string(),
    prompt: z.string(),
    status: z.enum(["waiting", "drawing", "ready", "failed"]),
    /** 0 to 1. */
    progress: z.number(),
    /** Path of the picture, of a preview while it is drawn, or null before either. */
    picture: z.string().nullable(),
  })
  .meta({ id: "Try" })
export type Try = z.infer<typeof Try>

export const startTry = endpoint({
  method: "POST",
  path: "/tries",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Draws one small picture for a visitor without an account; the local engine only, never published",
  body: z.object({
    prompt: PlainText.trim().min(2, messages.promptTooShort).max(maxTryCharacters, "Prompt too long"),
  }),
  reply: z.object({ data: Try }),
})

export const getTry = endpoint({
  method: "GET",
  path: "/tries/mine",
  access: "anyone",
  summary: "Whether this installation draws tries, and the one of this browser",
  reply: z.object({ data: z.object({ isOffered: z.boolean(), try: Try.nullable() }) }),
})

export const claimTry = endpoint({
  method: "POST",
  path: "/tries/claim",
  access: "session",
  summary: "Puts the try of this browser among the person's own pictures, as a private one",
  body: z.object({}),
  reply: z.object({ data: z.object({ isClaimed: z.boolean() }) }),
})
