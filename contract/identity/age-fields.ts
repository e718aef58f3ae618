import { z } from "zod"
import { PlainText } from "#contract/primitives.ts"

/** What applicants say of their age: that they are 16 or older, or, under 18, who agrees for them. */
export const ageFields = {
  /** 16 or older. */
  ageConfirmed: z.boolean().optional(),
  guardian: z
    .object({
      name: PlainText.trim().min(2, "Please give the guardian's name").max(120),
      contact: PlainText.trim().min(5, "Please give the guardian's phone or e-mail").max(200),
      consent: z.literal(true, "Please confirm that they agree"),
    })
    .optional(),
}
