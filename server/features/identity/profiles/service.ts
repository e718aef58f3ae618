import { type DetailName, detailNames, type ProfileDetails } from "#contract/identity/profile-fields.ts"
import { apiBase, projectId } from "#contract/project.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { newId } from "#server/platform/ids.ts"
import { withCountryCode } from "#server/platform/text/phone-numbers.ts"
import type { Config } from "#server/settings/config.ts"
import {
  findAccountWithoutProfile,
  findCountry,
  findDetails,
  findName,
  findProfileCountry,
  findStage,
  insertProfile,
  updateAcademyRecord,
  updateDetails,
  updateEmail,
  updateName,
} from "./queries.ts"

/** Where a picture of initials is drawn. */
export const initialsPath = `${apiBase}/avatars/initials?`

interface Owner {
  id: string
  email: string | null
  name: string
}

/** Makes the profile of a new account, in the account's own transaction (docs/product-rules.md#profile-always). */
export async function createProfile(
  tx: Db,
  { publicUrl, defaultCohort }: Pick<Config, "publicUrl" | "defaultCohort">,
  owner: Owner,
): Promise<void> {
  const name = owner.name || (owner.email ?? "")
  await insertProfile(tx, {
    id: newId(),
    accountId: owner.id,
    email: owner.email ?? "",
    name,
    imageUrl: initialsUrl(publicUrl, name),
    cohort: defaultCohort,
    stage: "prospect",
  })
}

/** Repairs a missing profile before it is read, so that nobody waits for ever on the spinner (docs/product-rules.md#profile-always). */
export async function ensureProfile(s: Services, accountId: string): Promise<void> {
  const owner = await findAccountWithoutProfile(s.db, accountId)
  if (owner) await createProfile(s.db, s.config, owner)
}

/** Completes the profile of a new account with what its person says of themselves. */
export async function fillProfile(db: Db, accountId: string, details: ProfileDetails): Promise<void> {
  const phoneNumber = withCountryCode(details.phoneNumber, details.country)
  await updateDetails(db, accountId, { ...details, phoneNumber })
}

/** What a person has not said of themselves yet. */
export async function missingDetails(db: Db, accountId: string): Promise<DetailName[]> {
  const known = await findDetails(db, accountId)
  return detailNames.filter((name) => !known?.[name]?.trim())
}

function initialsUrl(publicUrl: string, name: string): string {
  return `${publicUrl}${initialsPath}${new URLSearchParams({ name, project: projectId })}`
}

/** Keeps the profile's name the account's own, and its picture too where that shows the initials of the name. */
export async function followName(tx: Db, publicUrl: string, accountId: string, name: string): Promise<void> {
  await updateName(tx, accountId, { name, imageUrl: initialsUrl(publicUrl, name), initialsPath })
}

/** Keeps the profile's address the account's own. */
export async function followAddress(tx: Db, accountId: string, email: string): Promise<void> {
  await updateEmail(tx, accountId, email)
}

/** The country in a profile, as text. */
export async function countryOfProfile(db: Db, id: string): Promise<string | null> {
  return (await findProfileCountry(db, id))?.country ?? null
}

/** The country the person gave, as text. */
export async function countryOf(db: Db, accountId: string): Promise<string | null> {
  return (await findCountry(db, accountId))?.country ?? null
}

/** The name a person goes by. */
export async function nameOf(db: Db, accountId: string): Promise<string> {
  return (await findName(db, accountId))?.name ?? ""
}

/** Where a person stands in the academy; undefined without a profile. */
export const academyRecordOf = findStage

/**
 * Writes where a person stands in the academy. Whoever calls it tells of the profile afterwards.
 * @returns the profile's id, undefined when there is none
 */
export const setAcademyRecord = updateAcademyRecord
