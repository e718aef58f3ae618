/** A field of a profile: a column of `profiles`, an attribute of its document, and a line of the person's own copy. */
export interface ProfileField {
  type: "text" | "boolean"
  isNullable?: true
  isFilterable?: true
}

/** What a person says of themselves, as the forms ask it; the database has null until they do. */
export interface ProfileDetail {
  label: string
  /** Characters, spaces not counted (docs/product-rules.md#phone-numbers). */
  least: number
  most: number
  /** Message for fewer (docs/product-rules.md#form-rules). */
  tooShort: string
  /** What a browser may fill in, as the `autocomplete` attribute. */
  autoComplete: string
  type?: "tel"
  hint?: string
}

/** In the order in which the forms have them. A new one needs a column: `npm run db:new`. */
export const profileDetails = {
  phoneNumber: {
    label: "Phone number",
    least: 7,
    most: 40,
    tooShort: "Phone number too short",
    autoComplete: "tel",
    type: "tel",
    hint: "Begin with the country code, such as +234. Without it we take your country's.",
  },
  country: { label: "Country", least: 2, most: 80, tooShort: "Country is required", autoComplete: "country-name" },
  state: { label: "State", least: 2, most: 80, tooShort: "State is required", autoComplete: "address-level1" },
} as const satisfies Record<string, ProfileDetail>

export type DetailName = keyof typeof profileDetails

/** What a person says of themselves; "" for what they have not said. */
export type ProfileDetails = Record<DetailName, string>

export const detailNames = Object.keys(profileDetails) as readonly DetailName[]

/** Said where something is paid before they are there (docs/product-rules.md#two-steps). */
export const detailsMissing = "Please save your phone and place first."

/** For every detail what this gives. */
export function eachDetail<Value>(valueFor: (name: DetailName) => Value): Record<DetailName, Value> {
  return Object.fromEntries(detailNames.map((name) => [name, valueFor(name)])) as Record<DetailName, Value>
}

/** The details among other facts. */
export function detailsOf(source: { [Name in DetailName]?: string | null | undefined }): ProfileDetails {
  return eachDetail((name) => source[name] ?? "")
}

const detail = { type: "text", isNullable: true } as const satisfies ProfileField

/** Every field of a profile, in the order of the wire (docs/product-rules.md#records). */
export const profileFields = {
  accountId: { type: "text", isFilterable: true },
  email: { type: "text", isFilterable: true },
  name: { type: "text" },
  imageUrl: { type: "text" },
  cohort: { type: "text" },
  ...eachDetail(() => detail),
  stage: { type: "text" },
  isActivated: { type: "boolean" },
  program: { type: "text", isNullable: true },
  programId: { type: "text", isNullable: true },
} as const satisfies Record<string, ProfileField>
