import { z } from "zod"
import { EmailAddress, PlainText } from "#contract/primitives.ts"

const tooShort = "Password must be at least 8 characters long"

export const NameForm = z.object({
  name: PlainText.trim().min(1, "Enter your name").max(128, "The name is too long"),
})
export type NameForm = z.infer<typeof NameForm>

export const EmailForm = z.object({
  email: EmailAddress,
  password: z.string().min(8, tooShort),
})
export type EmailForm = z.infer<typeof EmailForm>

/** The current password is asked for where there is one. */
export const PasswordForm = z
  .object({
    currentPassword: z.string(),
    newPassword: z.string().min(8, tooShort),
    confirmPassword: z.string(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    message: "Passwords do not match",
    path: ["confirmPassword"],
  })
export type PasswordForm = z.infer<typeof PasswordForm>
