import { sql } from "kysely"
import { detailNames, type ProfileDetails } from "#contract/identity/profile-fields.ts"
import type { Db } from "#server/db/open.ts"

export interface NewProfile {
  id: string
  accountId: string
  email: string
  name: string
  imageUrl: string
  cohort: string
  stage: string
}

/** Leaves a profile that is there as it is. */
export async function insertProfile(db: Db, profile: NewProfile): Promise<void> {
  await db
    .insertInto("profiles")
    .values(profile)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateEmail(db: Db, accountId: string, email: string): Promise<void> {
  await db.updateTable("profiles").set({ email, updatedAt: sql`now()` }).where("accountId", "=", accountId).execute()
}

/** Changes the name, and the picture where it is one of initials. */
export async function updateName(
  db: Db,
  accountId: string,
  { name, imageUrl, initialsPath }: { name: string; imageUrl: string; initialsPath: string },
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({
      name,
      imageUrl: sql<string>`case when strpos(image_url, ${initialsPath}) > 0 then ${imageUrl} else image_url end`,
      updatedAt: sql`now()`,
    })
    .where("accountId", "=", accountId)
    .execute()
}

/** Shows a picture where the profile shows initials. @returns false when it shows a picture already */
export async function replaceInitials(
  tx: Db,
  accountId: string,
  imageUrl: string,
  initialsPath: string,
): Promise<boolean> {
  const changed = await tx
    .updateTable("profiles")
    .set({ imageUrl, updatedAt: sql<Date>`now()` })
    .where("accountId", "=", accountId)
    .where(sql<boolean>`strpos(image_url, ${initialsPath}) > 0`)
    .returning("id")
    .executeTakeFirst()
  return changed !== undefined
}

export function findCountry(db: Db, accountId: string) {
  return db.selectFrom("profiles").select("country").where("accountId", "=", accountId).executeTakeFirst()
}

export function findDetails(db: Db, accountId: string) {
  return db.selectFrom("profiles").select(detailNames).where("accountId", "=", accountId).executeTakeFirst()
}

export function findName(db: Db, accountId: string) {
  return db.selectFrom("profiles").select("name").where("accountId", "=", accountId).executeTakeFirst()
}

export function findProfileCountry(db: Db, id: string) {
  return db.selectFrom("profiles").select("country").where("id", "=", id).executeTakeFirst()
}

/** The account of a person whose profile row is missing. */
export function findAccountWithoutProfile(db: Db, accountId: string) {
  return db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.accountId", "accounts.id")
    .select(["accounts.id", "accounts.email", "accounts.name"])
    .where("accounts.id", "=", accountId)
    .where("profiles.id", "is", null)
    .executeTakeFirst()
}

export function findStage(db: Db, accountId: string) {
  return db
    .selectFrom("profiles")
    .select(["id", "stage", "program", "programId", "isActivated"])
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** @returns the profile's id, undefined when there is none */
export async function updateAcademyRecord(
  tx: Db,
  accountId: string,
  record: {
    stage?: string
    program?: string | null
    programId?: string | null
    cohort?: string
    isActivated?: boolean
  },
): Promise<string | undefined> {
  const changed = await tx
    .updateTable("profiles")
    .set({ ...record, updatedAt: sql`now()` })
    .where("accountId", "=", accountId)
    .returning("id")
    .executeTakeFirst()
  return changed?.id
}

/** Writes what a person says of themselves. */
export async function updateDetails(db: Db, accountId: string, details: ProfileDetails): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ ...details, updatedAt: sql<Date>`now()` })
    .where("accountId", "=", accountId)
    .execute()
}
