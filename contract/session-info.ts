import { z } from "zod"
import { endpoint } from "./endpoint.ts"

/** What the sign-up and sign-in screens need to know of the installation. */
export const getSessionInfo = endpoint({
  method: "GET",
  path: "/session-info",
  access: "anyone",
  summary: "Whether mails are captured on this machine and can be read at /dev/mail",
  reply: z.object({ data: z.object({ isMailCaptured: z.boolean() }) }),
})
