import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { signInProviderNames } from "./sign-in-providers.ts"

/** A sign-in provider that is set up here: its name in addresses, and in words. */
export const SignInProvider = z.object({ name: z.enum(signInProviderNames), title: z.string() })
export type SignInProvider = z.infer<typeof SignInProvider>

/** What the sign-up and sign-in screens need to know of the installation. */
export const getSessionInfo = endpoint({
  method: "GET",
  path: "/session-info",
  access: "anyone",
  summary: "Whether mails are captured on this machine and can be read at /dev/mail, and which buttons sign in",
  reply: z.object({
    data: z.object({
      isMailCaptured: z.boolean(),
      identityProviders: z.array(SignInProvider),
      /** Host name whose pages use passkeys; null where the public address allows none. */
      passkeyHost: z.string().nullable(),
    }),
  }),
})
