import { z } from "zod"
import { EmailAddress } from "#contract/primitives.ts"

/** Form rules and messages, letter for letter from docs/product-rules.md#form-rules. */
const email = EmailAddress
const password = z.string().min(8, "Password must be at least 8 characters")
const mismatch = "Passwords do not match"

export const SignUpForm = z
  .object({
    firstName: z.string().trim().min(2, "First name too short"),
    lastName: z.string().trim().min(2, "Last name too short"),
    email,
    password,
    confirmPassword: password,
    acceptsTerms: z.boolean().refine((isTicked) => isTicked, "Please accept the terms and confirm your age"),
  })
  .refine((form) => form.password === form.confirmPassword, { message: mismatch, path: ["confirmPassword"] })
export type SignUpForm = z.infer<typeof SignUpForm>

export const SignInForm = z.object({ email, password })
export type SignInForm = z.infer<typeof SignInForm>

export const ForgotPasswordForm = z.object({ email })
export type ForgotPasswordForm = z.infer<typeof ForgotPasswordForm>

export const ResetPasswordForm = z
  .object({
    newPassword: z.string().min(8, "Password must be at least 8 characters long"),
    confirmPassword: z.string(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, { message: mismatch, path: ["confirmPassword"] })
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>
