import { z } from "zod"
import { PlainText } from "#contract/primitives.ts"

/** Wire form of a profile document (docs/product-rules.md#records). */
export interface ProfileDocument {
  $id: string
  $createdAt: string
  $updatedAt: string
  accountId: string
  email: string
  name: string
  imageUrl: string
  cohort: string
  country: string | null
  state: string | null
  phoneNumber: string | null
  stage: string
  isActivated: boolean
  program: string | null
  programId: string | null
}

/** What an owner may write; everything else is the server's (docs/security.md#rights). */
export const WritableProfile = z.strictObject({
  name: PlainText.trim().min(1).max(128).optional(),
  imageUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
  country: PlainText.trim().min(2, "Country is required").max(80).nullable().optional(),
  state: PlainText.trim().min(2, "State is required").max(80).nullable().optional(),
  phoneNumber: PlainText.trim()
    .refine((text) => text.replaceAll(" ", "").length >= 7, "Phone number too short")
    .max(40)
    .nullable()
    .optional(),
})
