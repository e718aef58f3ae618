import {
  discussionEditMinutes,
  type Entry,
  type Hit,
  type Thread,
  type ThreadList,
  type ThreadPage,
} from "#contract/academy/discussions.ts"
import type { Services } from "#server/declarations/services.ts"
import { attachedFile } from "#server/features/hosted/files/service.ts"
import type { Sending } from "#server/media/send.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { listNamed, type Member, memberOf, noDiscussion, shortName } from "./members.ts"
import * as queries from "./queries.ts"

/** How many entries wait for somebody who teaches. */
export const countReportedEntries = queries.countReported

/** Rows of one page, and of what stands beside it. */
const shown = { threads: 30, pinned: 10, entries: 50, hits: 30, unread: 100, people: 200 } as const

/** Letters of a hit that are shown. */
const excerptLength = 200

/** @throws AppError `not_found` for who is not in the cohort */
export async function listThreads(
  s: Services,
  caller: Person,
  query: { cohortId: string; lessonId?: string | undefined; before?: string | undefined },
): Promise<ThreadList> {
  const { cohortId, lessonId, before } = query
  const member = await memberOf(s, caller, cohortId)
  const rows = await queries.listThreads(s.db, member.accountId, { cohortId, lessonId, before }, shown.threads + 1)
  const page = rows.slice(0, shown.threads)
  const isWhole = before === undefined && lessonId === undefined
  const pinned = isWhole ? await queries.listPinned(s.db, member.accountId, cohortId, shown.pinned) : []
  return {
    pinned: pinned.map((row) => toThread(row, member)),
    data: page.map((row) => toThread(row, member)),
    nextCursor: rows.length > shown.threads ? (page.at(-1)?.lastSequence ?? null) : null,
    unread: await queries.countUnread(s.db, member.accountId, cohortId, shown.unread),
    people: await namesIn(s, member),
    mayWrite: member.mayWrite,
    mayModerate: member.isTeacher,
  }
}

/** Names that a member can mention. */
async function namesIn(s: Services, member: Member): Promise<string[]> {
  const named = await listNamed(s.db, member.cohortId, shown.people + 1)
  const others = named.filter(({ accountId }) => accountId !== member.accountId)
  return [...new Set(others.map(({ name }) => name))].slice(0, shown.people)
}

function authorOf(row: { authorId: string | null; authorName: string | null; isTeacher: boolean }, reader: string) {
  return { name: shortName(row.authorName), isTeacher: row.isTeacher, isMe: row.authorId === reader }
}

function toThread(row: queries.ThreadRow, { accountId }: Member): Thread {
  const { id, lessonId, lessonTitle, createdAt, lastAt, answers, isPinned, isClosed, isUnread, isMuted } = row
  return {
    id,
    title: row.deletedAt === null ? row.title : "",
    author: authorOf(row, accountId),
    lesson: lessonId === null ? null : { id: lessonId, title: lessonTitle ?? "" },
    createdAt: createdAt.toISOString(),
    lastAt: lastAt.toISOString(),
    isSolved: row.acceptedId !== null,
    answers,
    isPinned,
    isClosed,
    isUnread,
    isMuted,
  }
}

/** @throws AppError `not_found` for who is not in its cohort */
export async function getThread(
  s: Services,
  caller: Person,
  threadId: string,
  after: string | undefined,
): Promise<ThreadPage> {
  const thread = await queries.findThread(s.db, caller.accountId, threadId)
  if (!thread) throw noDiscussion()
  const member = await memberOf(s, caller, thread.cohortId)
  const rows = await queries.listEntries(s.db, threadId, after ?? "0", shown.entries + 1)
  const page = rows.slice(0, shown.entries)
  return {
    thread: toThread(thread, member),
    cohortId: thread.cohortId,
    entries: page.map((row) => toEntry(row, { member, thread, now: s.now() })),
    nextCursor: rows.length > shown.entries ? (page.at(-1)?.sequence ?? null) : null,
    people: await namesIn(s, member),
    mayWrite: member.mayWrite && !thread.isClosed && thread.deletedAt === null,
    mayAccept: member.isTeacher || thread.authorId === member.accountId,
    mayModerate: member.isTeacher,
  }
}

/** Whether it is still time to change an entry. */
export function isFresh({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < discussionEditMinutes * 60_000
}

function toEntry(
  row: queries.EntryRow,
  { member, thread, now }: { member: Member; thread: queries.ThreadRow; now: Date },
): Entry {
  const { id, createdAt, editedAt, deletedBy, version } = row
  const isOwn = row.authorId === member.accountId && row.deletedAt === null
  const isSeen = row.deletedAt === null || member.isTeacher
  const mayEdit = isOwn && member.mayWrite && !thread.isClosed && isFresh(row, now)
  const pictures = row.deletedAt === null ? Array.from({ length: row.pictures }, (_, index) => index + 1) : []
  return {
    id,
    author: authorOf(row, member.accountId),
    blocks: isSeen ? row.blocks : [],
    text: mayEdit ? row.body : "",
    pictures: pictures.map((position) => ({ url: `/learning/discussion-entries/${id}/pictures/${position}` })),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? "",
    deletedBy: deletedBy ?? "",
    isAccepted: thread.acceptedId === id,
    mayEdit,
    mayDelete: isOwn,
    version,
  }
}

/** @throws AppError `not_found` for who is not in the cohort */
export async function search(
  s: Services,
  caller: Person,
  { cohortId, words }: { cohortId: string; words: string },
): Promise<Hit[]> {
  const { accountId } = await memberOf(s, caller, cohortId)
  const rows = await queries.search(s.db, cohortId, words, shown.hits)
  return rows.map((row) => ({
    threadId: row.threadId,
    entryId: row.id,
    title: row.title,
    author: authorOf(row, accountId),
    excerpt: row.body.slice(0, excerptLength).toWellFormed(),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** A picture of an entry, to send. @throws AppError `not_found` */
export async function entryPicture(
  s: Services,
  reader: { caller: Person; ip: string; left: AbortSignal },
  { entryId, position }: { entryId: string; position: number },
): Promise<Sending> {
  const entry = await queries.findEntry(s.db, entryId)
  if (!entry) throw noDiscussion()
  await memberOf(s, reader.caller, entry.cohortId)
  const file = await queries.findPicture(s.db, entryId, position)
  if (!file) throw noDiscussion()
  // It may be hidden a moment later.
  return { ...(await attachedFile(s, file, reader)), cache: { who: "person", seconds: 60 } }
}
