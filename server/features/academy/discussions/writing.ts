import { discussionChanged, discussionLimits } from "#contract/academy/discussions.ts"
import type { imagesBucketId } from "#contract/hosted/files.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { teachersOfAll } from "#server/features/academy/learning/service.ts"
import { withHandInCopies } from "#server/features/hosted/files/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { checkWords } from "#server/features/studio/publishing/service.ts"
import { readWrittenText } from "#server/platform/documents/read-written-text.ts"
import { AppError } from "#server/platform/errors.ts"
import { operatorsTeam, type Person } from "#server/platform/http/caller.ts"
import { keptFromPublishing } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { findMentioned, listNamed, type Member, memberOf, noDiscussion, shortName } from "./members.ts"
import { accepted, answered, mentioned } from "./notices.ts"
import * as queries from "./queries.ts"
import { isFresh } from "./service.ts"

interface Written {
  text: string
  pictures: readonly { bucketId: typeof imagesBucketId; fileId: string }[]
}

/** Begins a thread. @throws AppError `not_found`, `not_allowed`, `words_refused`, `general_argument_invalid` @returns its id */
export async function addThread(
  s: Services,
  caller: Person,
  { cohortId, lessonId, title, ...written }: Written & { cohortId: string; lessonId: string | null; title: string },
): Promise<string> {
  const writer = await writerIn(s, caller, cohortId)
  if (lessonId !== null && !(await queries.isTaughtIn(s.db, cohortId, lessonId))) throw noDiscussion()
  const id = newId()
  await write(s, { writer, id, threadId: id, title, ...written }, async (tx) => {
    await queries.insertThread(tx, { id, cohortId, lessonId, lastAt: s.now() })
    return { title, authorId: null }
  })
  return id
}

/** Answers in a thread. @throws AppError as `addThread`; `step_not_allowed` in one that is closed or deleted @returns its id */
export async function addAnswer(s: Services, caller: Person, threadId: string, written: Written): Promise<string> {
  const known = await queries.findThread(s.db, caller.accountId, threadId)
  if (!known) throw noDiscussion()
  const writer = await writerIn(s, caller, known.cohortId)
  const id = newId()
  await write(s, { writer, id, threadId, title: "", ...written }, async (tx) => {
    const thread = await queries.lockThread(tx, threadId)
    if (!thread) throw noDiscussion()
    if (thread.isClosed || thread.deletedAt) throw closed()
    return thread
  })
  return id
}

function closed(): AppError {
  return new AppError("step_not_allowed", "This thread is closed.")
}

/** @throws AppError `not_found`; `not_allowed` for who had too much taken down */
async function writerIn(s: Services, caller: Person, cohortId: string): Promise<Member> {
  const member = await memberOf(s, caller, cohortId)
  if (!member.mayWrite) throw keptFromPublishing()
  return member
}

/** Holds words against the operators' list, and reads them; pictures of other sites would tell these who reads. */
async function readWords(s: Services, text: string, title = ""): Promise<TextBlock[]> {
  try {
    await checkWords(s, { text: `${title}\n${text}`, isPublic: true, field: "text" })
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== "words_refused") throw error
    const message = "Some of these words cannot stand here. Please use others."
    throw new AppError("words_refused", message, { fields: { text: message } })
  }
  return (await readWrittenText(text, "text")).filter(({ kind }) => kind !== "picture")
}

/** @param open makes or locks the thread, and answers whose it is and what it is called */
async function write(
  s: Services,
  entry: Written & { writer: Member; id: string; threadId: string; title: string },
  open: (tx: Tx) => Promise<{ title: string; authorId: string | null }>,
): Promise<void> {
  const { writer, id, threadId, title, text, pictures } = entry
  const { accountId, cohortId } = writer
  const blocks = await readWords(s, text, title)
  await withHandInCopies(s, { accountId, files: pictures, roles: [] }, async (tx, keep) => {
    await lockWriter(tx, writer)
    const thread = await open(tx)
    const kept = (await keep()).map(({ sequence }) => sequence)
    const row = { id, threadId, cohortId, authorId: accountId, title, body: text, blocks, createdAt: s.now() }
    await queries.insertEntry(tx, row, kept)
    const told = await tellMentioned(s, tx, writer, { ...row, title: thread.title })
    if (thread.authorId && thread.authorId !== accountId && !told.has(thread.authorId)) {
      await tellUnlessMuted(s, tx, answered, { to: thread.authorId, from: accountId, entryId: id, threadId, ...thread })
    }
    await publishChange(tx, { cohortId, threadId })
  })
}

/** Holds the writer's account, and looks again whether they are in the cohort. @throws AppError `not_found` */
async function lockWriter(tx: Tx, { accountId, cohortId }: Member): Promise<void> {
  if (!(await lockAccount(tx, accountId)) || !(await queries.isIn(tx, accountId, cohortId))) throw noDiscussion()
}

/** @returns who is mentioned by `@` and the name that the cohort reads, but for the writer */
async function tellMentioned(
  s: Services,
  tx: Tx,
  { accountId, cohortId }: Member,
  { id, threadId, title, body }: { id: string; threadId: string; title: string; body: string },
): Promise<Set<string>> {
  if (!body.includes("@")) return new Set()
  const others = (await listNamed(tx, cohortId)).filter((one) => one.accountId !== accountId)
  const named = findMentioned(others, body).slice(0, discussionLimits.mentions)
  for (const one of named) {
    await tellUnlessMuted(s, tx, mentioned, { to: one.accountId, from: accountId, entryId: id, threadId, title })
  }
  return new Set(named.map((one) => one.accountId))
}

async function tellUnlessMuted(
  s: Services,
  tx: Tx,
  kind: typeof mentioned,
  {
    to,
    from,
    entryId,
    threadId,
    title,
  }: { to: string; from: string; entryId: string; threadId: string; title: string },
): Promise<void> {
  if ((await queries.listMuted(tx, threadId)).has(to)) return
  const facts = { threadId, title, by: shortName(await queries.findName(tx, from)) }
  await tellPerson(s, tx, kind, { accountId: to, key: entryId, facts })
}

/** Tells the screens of everybody in the cohort, and of those who teach all cohorts without being in one. */
export async function publishChange(
  tx: Tx,
  { cohortId, threadId }: { cohortId: string; threadId: string },
): Promise<void> {
  const people = await listNamed(tx, cohortId)
  const ids = [...new Set(people.map(({ accountId }) => accountId))]
  const roles = teachersOfAll.map((role) => `team:${operatorsTeam}/${role}`)
  await publishEvent(tx, ids, discussionChanged, { cohortId, threadId }, roles)
}

/**
 * Changes one's own words while they are fresh.
 * @throws AppError `not_found`; `time_over`; `version_changed`; `step_not_allowed` in a closed thread; as `addThread`
 */
export async function changeEntry(
  s: Services,
  caller: Person,
  entryId: string,
  { text, version }: { text: string; version: number },
): Promise<void> {
  const known = await queries.findEntry(s.db, entryId)
  if (!known) throw noDiscussion()
  const writer = await writerIn(s, caller, known.cohortId)
  const blocks = await readWords(s, text)
  await transact(s.db, async (tx) => {
    await lockWriter(tx, writer)
    const entry = await queries.lockEntry(tx, entryId)
    if (!entry || entry.deletedAt || entry.authorId !== writer.accountId) throw noDiscussion()
    if (entry.isClosed) throw closed()
    if (!isFresh(entry, s.now())) {
      throw new AppError("time_over", "It is too late to change this. You can answer, or delete it.")
    }
    if (!(await queries.changeEntry(tx, entryId, { version, body: text, blocks, editedAt: s.now() }))) {
      throw new AppError("version_changed", "You changed this on another device since. Please look at it again.")
    }
    const thread = await queries.lockThread(tx, entry.threadId)
    await tellMentioned(s, tx, writer, { ...entry, title: thread?.title ?? "", body: text })
    await publishChange(tx, entry)
  })
}

/** Takes one's own words back. @throws AppError `not_found` */
export async function deleteEntry(s: Services, caller: Person, entryId: string): Promise<void> {
  const known = await queries.findEntry(s.db, entryId)
  if (!known) throw noDiscussion()
  const { accountId } = await memberOf(s, caller, known.cohortId)
  await transact(s.db, async (tx) => {
    const entry = await queries.lockEntry(tx, entryId)
    if (!entry || entry.deletedAt || entry.authorId !== accountId) throw noDiscussion()
    await queries.markDeleted(tx, entry, "author", s.now())
    await publishChange(tx, entry)
  })
}

/** Says which answer helped. @throws AppError `not_found`; `not_allowed` for who neither asked nor teaches */
export async function acceptAnswer(
  s: Services,
  caller: Person,
  threadId: string,
  entryId: string | null,
): Promise<void> {
  const known = await queries.findThread(s.db, caller.accountId, threadId)
  if (!known) throw noDiscussion()
  const { accountId, cohortId, isTeacher } = await memberOf(s, caller, known.cohortId)
  if (!isTeacher && known.authorId !== accountId) {
    throw new AppError("not_allowed", "Whoever asked says which answer helped, or a teacher.")
  }
  await transact(s.db, async (tx) => {
    const thread = await queries.lockThread(tx, threadId)
    if (!thread) throw noDiscussion()
    const entry = entryId === null ? null : await queries.findEntry(tx, entryId)
    const isAnswer = entry?.threadId === threadId && entry.id !== threadId && entry.deletedAt === null
    if (entryId !== null && !isAnswer) throw noDiscussion()
    if (thread.acceptedId === entryId) return
    await queries.setAccepted(tx, threadId, entryId)
    const helper = entry?.authorId
    if (entry && helper && helper !== accountId) {
      const { title } = thread
      await tellUnlessMuted(s, tx, accepted, { to: helper, from: accountId, entryId: entry.id, threadId, title })
    }
    await publishChange(tx, { cohortId, threadId })
  })
}

/** Marks a thread as read, and mutes it or not. @throws AppError `not_found` */
export async function markThread(
  s: Services,
  caller: Person,
  threadId: string,
  mine: { isMuted?: boolean | undefined },
): Promise<void> {
  const thread = await queries.findThread(s.db, caller.accountId, threadId)
  if (!thread) throw noDiscussion()
  await memberOf(s, caller, thread.cohortId)
  await queries.saveMine(s.db, caller.accountId, threadId, mine)
}

/** Tells those who teach what is wrong with an entry; a second report by the same person changes nothing. @throws AppError `not_found` */
export async function reportEntry(
  s: Services,
  caller: Person,
  entryId: string,
  report: { reason: string; note: string },
): Promise<void> {
  const entry = await queries.findEntry(s.db, entryId)
  if (!entry || entry.deletedAt) throw noDiscussion()
  const { accountId } = await memberOf(s, caller, entry.cohortId)
  if (entry.authorId === accountId) throw new AppError("step_not_allowed", "You can delete your own words.")
  await queries.insertReport(s.db, { entryId, reporterId: accountId, ...report, createdAt: s.now() })
}
