import { currentTerms } from "#contract/catalogue/terms.ts"
import type { Db } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { insertAcceptance, listAcceptances } from "./queries.ts"

/** The terms that hold, and whether this person agreed to them, or to newer ones of a process ahead of this one. */
export async function termsStateOf(db: Db, accountId: string) {
  const [newest] = await listAcceptances(db, accountId)
  const { date: version, change } = currentTerms
  return { version, change, isAccepted: newest !== undefined && newest.version >= version }
}

/**
 * Notes that a person agrees to the terms that hold.
 * @param version the one they were shown
 * @throws AppError `version_changed` when that is not the one that holds
 */
export async function acceptTerms(db: Db, accountId: string, version: string) {
  if (version !== currentTerms.date) {
    throw new AppError("version_changed", "The terms changed again. Please load the page anew and read them.")
  }
  await insertAcceptance(db, accountId, version)
  return { version, isAccepted: true as const }
}
