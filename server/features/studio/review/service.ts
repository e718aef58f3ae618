import { createHmac } from "node:crypto"
import type { ReportReason } from "#contract/catalogue/report-reasons.ts"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { isDrawnByWords, publicTitle, shownPrompt } from "#contract/shown-prompt.ts"
import { type PickedPicture, PictureSource, type ReviewedPicture, type ReviewList } from "#contract/studio/review.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { photoshootsCollection } from "#server/features/studio/photoshoots/collection.ts"
import { setPublishing, trustAccounts, unblockPublishing } from "#server/features/studio/publishing/service.ts"
import { maySee } from "#server/media/visibility.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import { networkOf } from "#server/platform/limits/rate-limit.ts"
import { mailTakedown } from "./notice-job.ts"
import { pictureDecided, reportDecided } from "./notices.ts"
import * as queries from "./queries.ts"

type PictureRef = queries.PictureRef

const collections = { generations: generationsCollection, photoshoots: photoshootsCollection } as const
const paths = { generations: "pictures", photoshoots: "photoshoots" } as const satisfies Record<PictureSource, string>

/** Rows shown at once. */
const shown = { review: 30, picks: 12 } as const

/**
 * Writes a report down. A second one by the same person or network about the same picture changes nothing.
 * @throws AppError `not_found` for a picture that the caller may not see
 */
export async function reportPicture(
  s: Pick<Services, "db" | "tokenKey">,
  caller: Caller,
  ip: string,
  report: PictureRef & { reason: ReportReason; note: string },
): Promise<void> {
  const { source, id, reason, note } = report
  const picture = await queries.findPicture(s.db, { source, id })
  if (!picture?.isPublic || !maySee(caller, picture)) throw missing()
  const reporterId = caller.kind === "person" ? caller.accountId : null
  const reporterKey = reporterKeyOf(s, `report:${reporterId ?? networkOf(ip)}`)
  await queries.insertReport(s.db, { source, id }, { id: newId(), reason, note, reporterKey, reporterId })
}

/** What tells repeated reports apart and nothing else: who reported is kept as a keyed hash only. */
export function reporterKeyOf({ tokenKey }: Pick<Services, "tokenKey">, reporter: string): Buffer {
  return createHmac("sha256", tokenKey).update(reporter).digest()
}

/** One page of the desk. */
export async function listReview(
  s: Services,
  list: ReviewList,
  before: string | undefined,
): Promise<{ data: ReviewedPicture[]; next: string; counts: { reports: number; waiting: number } }> {
  const refs = await listRefs(s, list, before)
  const rows = await queries.describePictures(s.db, refs)
  const reports = await queries.listReports(s.db, refs)
  const data = refs.flatMap(({ source, id }) => {
    const row = rows.find((one) => one.source === source && one.id === id)
    if (!row) return []
    const about = reports.filter((one) => (source === "generations" ? one.generationId : one.photoshootId) === id)
    return {
      source,
      id,
      prompt: row.prompt,
      width: row.width,
      height: row.height,
      preview: `/operators/review/${source}/${id}/preview`,
      createdAt: serialiseDate(row.createdAt),
      owner: { id: row.accountId, name: row.name, publishing: row.publishing },
      strikes: Number(row.strikes ?? 0),
      waitsUntil: serialiseDate(row.waitsUntil),
      isTakenDown: row.isTakenDown,
      isPicked: Boolean(row.isPicked),
      takenDownFor: row.takenDownFor ?? "",
      reports: about.map(({ reason, note, createdAt }) => ({
        reason: reason as ReportReason,
        note,
        createdAt: serialiseDate(createdAt),
      })),
    }
  })
  const next = refs.length < shown.review ? "" : (refs.at(-1)?.cursor ?? "")
  return { data, next, counts: await queries.countOpen(s.db) }
}

/** Public pictures with an open report. */
export async function countReported(db: Db): Promise<number> {
  return (await queries.countOpen(db)).reports
}

/** The pictures of one list, all of them, as lines of a table. */
export async function* reviewLines(s: Services, list: ReviewList): AsyncGenerator<string> {
  const head = ["source", "id", "made", "prompt", "person", "name", "strikes", "waits until", "taken down for"]
  yield csvLine([...head, "picked", "reports"])
  for (let before: string | undefined; ; ) {
    const page: Awaited<ReturnType<typeof listReview>> = await listReview(s, list, before)
    for (const { source, id, createdAt, prompt, owner, strikes, waitsUntil, takenDownFor, ...row } of page.data) {
      const reports = row.reports.map(({ reason, note }) => (note === "" ? reason : `${reason}: ${note}`)).join("; ")
      yield csvLine([
        ...[source, id, createdAt, prompt, owner.id, owner.name, strikes, waitsUntil, takenDownFor],
        ...[row.isPicked ? "yes" : "", reports],
      ])
    }
    if (page.next === "") return
    before = page.next
  }
}

function wrongPage(): AppError {
  const message = "This page is of another list."
  return new AppError("general_argument_invalid", message, { fields: { before: message } })
}

async function listRefs(s: Services, list: ReviewList, before: string | undefined): Promise<queries.ListedRef[]> {
  // The lists of pictures go by time, the others by a number of their own.
  const isByNumber = list === "reports" || list === "picks"
  if (before !== undefined && isByNumber === before.includes("-")) throw wrongPage()
  if (list === "reports") return queries.listReported(s.db, before, shown.review)
  if (list === "picks") return queries.listPicked(s.db, before, shown.review)
  return queries.listByTime(s.db, list, before, shown.review)
}

/**
 * Where a small copy of a picture lies, for the desk; private pictures are not for operators.
 * @throws AppError `not_found`
 */
export async function findReviewed(s: Pick<Services, "db">, ref: PictureRef): Promise<{ storageKey: string }> {
  const picture = await queries.findPicture(s.db, ref)
  if (!picture?.isPublic) throw missing()
  return picture
}

/** Where a picture of this id is kept; undefined when there is none. */
export async function findSource(db: Db, id: string): Promise<PictureSource | undefined> {
  for (const source of PictureSource.options) if (await queries.findPicture(db, { source, id })) return source
  return undefined
}

/**
 * Hides a picture from everybody but its owner, tells the owner by mail, and counts it against them: after
 * `PUBLISHING_STRIKES` of them they publish no more.
 * @throws AppError `not_found`; `step_not_allowed` when it is down already
 */
export function takeDown(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.takeDown", reason }, async (tx, picture) => {
    if (picture.isTakenDown) throw new AppError("step_not_allowed", "This picture is down already.")
    const id = newId()
    const { accountId, prompt } = picture
    await queries.setTakenDown(tx, ref, true)
    await queries.insertTakedown(tx, ref, { id, accountId, reason })
    await closeReports(s, tx, ref, "upheld")
    await queries.deletePick(tx, ref)
    const { publishingStrikes } = s.config.trust
    const isBlocked = publishingStrikes > 0 && (await queries.countStrikes(tx, accountId)) >= publishingStrikes
    if (isBlocked) await setPublishing(tx, accountId, "blocked")
    await s.queue.enqueue(tx, mailTakedown, {
      id,
      accountId,
      what: "down",
      thing: "picture",
      prompt,
      reason,
      isBlocked,
    })
    await tellPerson(s, tx, pictureDecided, { accountId, key: id, facts: { isDown: true } })
    return { isBlocked, before: "shown", after: "taken down" }
  })
}

/** Closes what is open of a picture, and tells whoever reported it with an account. @returns how many reports it closed */
async function closeReports(s: Services, tx: Tx, ref: PictureRef, state: "upheld" | "dismissed"): Promise<number> {
  const closed = await queries.decideReports(tx, ref, state)
  for (const { id, reporterId: accountId } of closed) {
    if (accountId === null) continue
    await tellPerson(s, tx, reportDecided, { accountId, key: id, facts: { isDown: state === "upheld" } })
  }
  return closed.length
}

/** What was taken down beside pictures: a product or a shop. */
export interface TakenDown {
  accountId: string
  what: "product" | "shop"
  name: string
  reason: string
}

/**
 * Counts what was taken down against its owner, as for pictures, and tells them by mail.
 * @returns the strike, and whether they publish no more
 */
export async function countStrike(s: Services, tx: Tx, taken: TakenDown): Promise<{ id: string; isBlocked: boolean }> {
  const id = newId()
  const { accountId, what: thing, name: prompt, reason } = taken
  await queries.insertStrike(tx, { id, accountId, reason })
  const { publishingStrikes } = s.config.trust
  const isBlocked = publishingStrikes > 0 && (await queries.countStrikes(tx, accountId)) >= publishingStrikes
  if (isBlocked) await setPublishing(tx, accountId, "blocked")
  await s.queue.enqueue(tx, mailTakedown, { id, accountId, what: "down", thing, prompt, reason, isBlocked })
  return { id, isBlocked }
}

/** Takes a strike back, and tells its owner by mail. */
export async function takeStrikeBack(s: Services, tx: Tx, strikeId: string | null, taken: TakenDown): Promise<void> {
  const { accountId, what: thing, name: prompt, reason } = taken
  if (strikeId !== null) await queries.restoreStrike(tx, strikeId)
  const { publishingStrikes } = s.config.trust
  if (publishingStrikes > 0 && (await queries.countStrikes(tx, accountId)) < publishingStrikes) {
    await unblockPublishing(tx, accountId)
  }
  const letter = { id: newId(), accountId, what: "restored", thing, prompt, reason, isBlocked: false } as const
  await s.queue.enqueue(tx, mailTakedown, letter)
}

/** @throws AppError `not_found`; `step_not_allowed` when it is not down */
export function restore(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.restore", reason }, async (tx, picture) => {
    if (!picture.isTakenDown) throw new AppError("step_not_allowed", "This picture is not down.")
    const { accountId, prompt } = picture
    await queries.setTakenDown(tx, ref, false)
    await queries.restoreTakedowns(tx, ref)
    const { publishingStrikes } = s.config.trust
    if (publishingStrikes > 0 && (await queries.countStrikes(tx, accountId)) < publishingStrikes) {
      await unblockPublishing(tx, accountId)
    }
    const letter = {
      id: newId(),
      accountId,
      what: "restored",
      thing: "picture",
      prompt,
      reason,
      isBlocked: false,
    } as const
    await s.queue.enqueue(tx, mailTakedown, letter)
    await tellPerson(s, tx, pictureDecided, { accountId, key: letter.id, facts: { isDown: false } })
    return { before: "taken down", after: "shown" }
  })
}

/** Closes the reports of a picture that may stay. @throws AppError `not_found`; `step_not_allowed` when there is none open */
export function dismissReports(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.dismiss", reason }, async (tx) => {
    const reports = await closeReports(s, tx, ref, "dismissed")
    if (reports === 0) throw new AppError("step_not_allowed", "No report of this picture is open any more.")
    return { reports, before: { openReports: reports }, after: { openReports: 0 } }
  })
}

/** Lets a waiting picture be shown, and what its owner makes from now on. @throws AppError `step_not_allowed` */
export function approve(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.approve", reason }, async (tx, picture) => {
    if (picture.waitsUntil === null || picture.isTakenDown) {
      throw new AppError("step_not_allowed", "This picture does not wait any more.")
    }
    await queries.endWait(tx, ref)
    await trustAccounts(tx, [picture.accountId])
    return { before: "waits", after: "shown" }
  })
}

/** Puts a picture first on the showcase. @throws AppError `step_not_allowed` for one that is not shown there, or picked */
export function pick(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.pick", reason }, async (tx, picture) => {
    if (picture.isTakenDown || picture.waitsUntil !== null) {
      throw new AppError("step_not_allowed", "Only pictures on the showcase can be picked.")
    }
    if (!(await queries.insertPick(tx, ref, newId()))) {
      throw new AppError("step_not_allowed", "This picture is picked already.")
    }
    return { before: "not picked", after: "picked" }
  })
}

/** @throws AppError `step_not_allowed` when it is not picked */
export function unpick(s: Services, operator: Operator, ref: PictureRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "review.unpick", reason }, async (tx) => {
    if (!(await queries.deletePick(tx, ref))) throw new AppError("step_not_allowed", "This picture is not picked.")
    return { before: "picked", after: "not picked" }
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockPicture>>>

/** One step about one public picture: the change, what screens hear of it, and the line of the log in one commit. */
function decide(
  s: Services,
  operator: Operator,
  ref: PictureRef,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx, picture: Locked) => Promise<object>,
): Promise<void> {
  return actWithLog(s, operator, line, async (tx) => {
    const picture = await queries.lockPicture(tx, ref)
    if (!picture?.isPublic) throw missing()
    const more = await change(tx, picture)
    await publishDocument(tx, s.config, collections[ref.source], ref, "update")
    return { subjectId: picture.accountId, detail: { ...ref, prompt: picture.prompt.slice(0, 200), ...more } }
  })
}

/** People at a time. */
const releaseAtOnce = 200

/** Lets pictures onto the showcase whose wait is over without a report, and their makers go on without waiting. */
export async function releaseDue(s: Services): Promise<number> {
  const now = s.now()
  const people = await queries.listDuePeople(s.db, now, releaseAtOnce)
  let count = 0
  for (const accountId of people) {
    count += await transact(s.db, async (tx) => {
      const released = await queries.releaseDue(tx, accountId, now)
      if (released.length > 0) await trustAccounts(tx, [accountId])
      for (const ref of released) await publishDocument(tx, s.config, collections[ref.source], ref, "update")
      return released.length
    })
  }
  return count
}

/** What stands first on the showcase. */
export async function listPicks(s: Pick<Services, "db" | "config">): Promise<PickedPicture[]> {
  const rows = await queries.listShownPicks(s.db, shown.picks)
  return rows.map(({ source, id, prompt, mode, width, height }) => {
    const url = `${s.config.publicUrl}/${paths[source]}/${id}`
    // A photoshoot's words are of no use without its photo.
    const words = source === "generations" && isDrawnByWords(mode) ? { prompt: shownPrompt(prompt), mode } : null
    return { source, id, title: publicTitle({ mode, prompt }), words, width, height, url, preview: `${url}/640` }
  })
}

function missing(): AppError {
  return new AppError("not_found", "This picture does not exist, or is not public any more.")
}
