import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress, PlainText, RecordId } from "#contract/primitives.ts"
import { Password } from "./account.ts"
import { eachDetail } from "./profile-fields.ts"
import { detailRules } from "./profiles.ts"

/** Where the person wanted to go, as the address of the form says it. */
const FormQuery = z.object({ to: PlainText.max(6_000).optional(), ref: PlainText.max(500).optional() })

export const SignInFormBody = z.object({ email: EmailAddress, password: Password })

/** The rules and messages of the registration form (docs/product-rules.md#form-rules). */
export const SignUpFormBody = z
  .object({
    firstName: PlainText.trim().min(2, "First name too short").max(60),
    lastName: PlainText.trim().min(2, "Last name too short").max(60),
    email: EmailAddress,
    // Our page asks for them before the first payment; a form that has them may send them.
    ...eachDetail((name) => detailRules[name].optional()),
    password: Password,
    confirmPassword: PlainText,
    acceptsTerms: z.literal("on", "Please accept the terms and confirm your age"),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: "Passwords do not match",
    path: ["confirmPassword"],
  })
export type SignUpFormBody = z.infer<typeof SignUpFormBody>

const form = { method: "POST", access: "anyone", isForAnonymousToo: true, query: FormQuery, reply: z.string() } as const

/** What a link in our mails carries, as the address of its page says it. */
const LinkQuery = z.object({ userId: RecordId, secret: PlainText.max(256) })

/** The forms of an account from a browser whose scripts are off or not there yet: sent to their page, answered by one. */
export const sendSignIn = endpoint({
  ...form,
  path: "/sign-in",
  summary: "Signs in from a form that is sent without scripts; answers with a page",
  body: SignInFormBody,
})

export const sendSignUp = endpoint({
  ...form,
  path: "/sign-up",
  summary: "Makes an account from a form that is sent without scripts, and signs in; answers with a page",
  body: SignUpFormBody,
  status: 201,
})

export const sendForgotPassword = endpoint({
  ...form,
  path: "/forgot-password",
  summary: "Asks for the mail that resets a password from a form that is sent without scripts; answers with a page",
  body: z.object({ email: EmailAddress }),
})

export const sendResetPassword = endpoint({
  ...form,
  path: "/reset-password",
  summary: "Sets a new password from the form of a mailed link, sent without scripts; answers with a page",
  query: LinkQuery,
  body: z
    .object({ newPassword: Password, confirmPassword: PlainText })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      message: "Passwords do not match",
      path: ["confirmPassword"],
    }),
})

export const sendVerify = endpoint({
  ...form,
  path: "/verify-user",
  summary: "Confirms an address from the page of a mailed link, sent without scripts; answers with a page",
  query: LinkQuery,
})
