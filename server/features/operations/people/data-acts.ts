import { openedMinutes, type PersonPicture } from "#contract/operations/people.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { actWithLog, type Operator, roleOf } from "#server/features/identity/operators/service.ts"
import {
  eraseIn,
  type PersonalArchive,
  personalArchive,
  sendCopyNotice,
} from "#server/features/identity/personal-data/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import type { Sending } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { AppError } from "#server/platform/errors.ts"
import { act } from "./act.ts"
import * as queries from "./queries.ts"

/** Pictures of a person that one reason opens. */
const openedPictures = 24

type Opened = "people.copy" | "people.pictures"

/** Opens the download of a person's data for the operator, and tells the person. @throws AppError `not_found` */
export async function openCopy(s: Services, operator: Operator, personId: string, reason: string): Promise<void> {
  await act(s, operator, personId, { action: "people.copy" satisfies Opened, reason }, async (tx) => {
    await sendCopyNotice(s, tx, personId, reason)
    return {}
  })
}

/** The copy that was opened. @throws AppError `not_found`; `not_allowed` without a reason of the last minutes */
export async function readCopy(
  s: Services,
  operator: Operator,
  personId: string,
  personalData: readonly PersonalData[],
): Promise<PersonalArchive> {
  const person = await queries.findPerson(s.db, personId)
  if (!person) throw new AppError("not_found", "There is no such person.")
  await requireReason(s, operator, personId, "people.copy")
  return personalArchive(s, { accountId: personId, isVerified: person.isEmailVerified }, personalData)
}

/** A person's last pictures, private ones too; the reason is kept. @throws AppError `not_found` */
export async function openPictures(
  s: Services,
  operator: Operator,
  personId: string,
  reason: string,
): Promise<PersonPicture[]> {
  await act(s, operator, personId, { action: "people.pictures" satisfies Opened, reason }, async () => ({}))
  const rows = await queries.listLastPictures(s.db, personId, openedPictures)
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    preview: `/operators/people/${personId}/pictures/${row.id}`,
    createdAt: serialiseDate(createdAt),
  }))
}

/**
 * A preview of one of them, while the reason is fresh.
 * @throws AppError `not_found`; `not_allowed` without a reason of the last minutes
 */
export async function readPicture(s: Services, operator: Operator, personId: string, id: string): Promise<Sending> {
  await requireReason(s, operator, personId, "people.pictures")
  const picture = await queries.findPictureOf(s.db, personId, id)
  if (!picture?.storageKey) throw missingPicture()
  const bytes = storedAt(s.storage, thumbnailKey(picture.storageKey, 640), missingPicture)
  return { bytes, type: "image/webp", name: "preview.webp", etag: null, cache: "never" }
}

async function requireReason(s: Services, operator: Operator, subjectId: string, action: Opened): Promise<void> {
  const since = new Date(s.now().getTime() - openedMinutes * 60_000)
  const operatorId = operator.accountId
  if (operatorId && (await queries.hasOpened(s.db, { action, operatorId, subjectId, since }))) return
  throw new AppError("not_allowed", "Give a reason first; what it opens closes again after ten minutes.")
}

/**
 * Deletes an account on its person's request, by the same way as they would. The line of the log names nobody: the
 * person asked to be forgotten.
 * @throws AppError `not_found`; `not_allowed` for operators; `general_argument_invalid` for another confirmation
 */
export async function erasePerson(
  s: Services,
  operator: Operator,
  personId: string,
  { confirmation, reason }: { confirmation: string; reason: string },
  personalData: readonly PersonalData[],
): Promise<void> {
  await actWithLog(s, operator, { action: "people.erase", reason }, async (tx) => {
    const account = await lockAccount(tx, personId)
    if (!account) throw new AppError("not_found", "There is no such person.")
    if ((await roleOf(tx, personId)) !== null) {
      throw new AppError("not_allowed", "Take the person's role first: operators are not deleted from here.")
    }
    if (confirmation.toLowerCase() !== (account.email ?? account.id).toLowerCase()) {
      const message = "This is not the person's address."
      throw new AppError("general_argument_invalid", message, { fields: { confirmation: message } })
    }
    await eraseIn(s, tx, account, personalData)
    return { detail: { before: "an account", after: "deleted" } }
  })
}
