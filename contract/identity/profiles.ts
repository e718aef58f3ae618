import { z } from "zod"
import { PlainText, webAddress } from "#contract/primitives.ts"
import { eachDetail, type ProfileField, profileDetails, type profileFields } from "./profile-fields.ts"

type FieldValue<Field extends ProfileField> =
  | (Field["type"] extends "boolean" ? boolean : string)
  | (Field extends { isNullable: true } ? null : never)

/** A profile's fields with their values. */
export type ProfileRecord = { [Name in keyof typeof profileFields]: FieldValue<(typeof profileFields)[Name]> }

/** Wire form of a profile document (docs/product-rules.md#records). */
export interface ProfileDocument extends ProfileRecord {
  $id: string
  $createdAt: string
  $updatedAt: string
}

/** The rule of each detail, in every form that asks for it. */
export const detailRules = eachDetail((name) => {
  const { label, least, most, tooShort } = profileDetails[name]
  return PlainText.trim()
    .max(most, `${label} is too long`)
    .refine((text) => text.replaceAll(" ", "").length >= least, tooShort)
})

/** What a person says of themselves, all of it. */
export const DetailsForm = z.object(detailRules)
export type DetailsForm = z.infer<typeof DetailsForm>

/** What an owner may write; everything else is the server's (docs/security.md#rights). */
export const WritableProfile = z.strictObject({
  name: PlainText.trim().min(1).max(128).optional(),
  imageUrl: webAddress(/^https?$/, 2_048).optional(),
  ...eachDetail((name) => detailRules[name].nullable().optional()),
})
