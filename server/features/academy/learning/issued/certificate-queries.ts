import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

const columns = ["code", "accountId", "name", "programName", "cohort", "issuedAt", "withdrawnAt"] as const

export function findCertificate(db: Db, code: string) {
  return db
    .selectFrom("certificates")
    .innerJoin("enrolments", "enrolments.id", "enrolmentId")
    .select(["code", "certificates.accountId", "name", "programId", "programName", "cohort", "issuedAt", "withdrawnAt"])
    .where("code", "=", code)
    .executeTakeFirst()
}

export function findCertificateOf(db: Db, enrolmentId: string) {
  return db.selectFrom("certificates").select(columns).where("enrolmentId", "=", enrolmentId).executeTakeFirst()
}

/** Whoever is under way in a program; in any for null. */
export async function listActive(db: Db, programId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom("enrolments")
    .select("accountId")
    .distinct()
    .where("status", "=", "active")
    .$if(programId !== null, (query) => query.where("programId", "=", programId))
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** All of a person's, for the copy of their data. */
export function listCertificatesOf(db: Db, accountId: string) {
  return db
    .selectFrom("certificates")
    .select([...columns, "withdrawnBecause"])
    .where("accountId", "=", accountId)
    .orderBy("issuedAt")
    .execute()
}

/** What certificates are narrowed down by. */
export interface CertificateFilter {
  state: "valid" | "withdrawn" | null
  search: string
}

/** Certificates, those issued last on top. @param after the last one of the page before */
export function listIssued(
  db: Db,
  { state, search }: CertificateFilter,
  limit: number,
  after: { issuedAt: Date; code: string } | null = null,
) {
  return db
    .selectFrom("certificates")
    .select([...columns, "withdrawnBecause"])
    .$if(state !== null, (query) => query.where("withdrawnAt", state === "valid" ? "is" : "is not", null))
    .$if(search !== "", (query) =>
      query.where(sql<boolean>`strpos(lower(name), lower(${search})) > 0 or code = ${search.toUpperCase()}`),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(issued_at, code) < (${after?.issuedAt}::timestamptz, ${after?.code})`),
    )
    .orderBy("issuedAt", "desc")
    .orderBy("code", "desc")
    .limit(limit)
    .execute()
}

/** @returns false when the enrolment has one */
export async function insertCertificate(
  db: Db,
  certificate: {
    code: string
    accountId: string
    enrolmentId: string
    name: string
    programName: string
    cohort: number
    issuedAt: Date
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto("certificates")
    .values({ ...certificate, withdrawnAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .execute()
  return inserted.length > 0
}

/** The certificate and its badge, in one transaction. @returns whose it is; undefined when there is none, or it was withdrawn before */
export async function withdraw(tx: Tx, code: string, at: Date, because: string) {
  const withdrawn = await tx
    .updateTable("certificates")
    .set({ withdrawnAt: at, withdrawnBecause: because })
    .where("code", "=", code)
    .where("withdrawnAt", "is", null)
    .returning(["accountId", "statusPosition"])
    .executeTakeFirst()
  if (!withdrawn) return undefined
  const { accountId, statusPosition } = withdrawn
  await tx.insertInto("withdrawnBadges").values({ statusPosition, withdrawnAt: at }).execute()
  return { accountId }
}
