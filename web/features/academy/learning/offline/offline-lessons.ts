import { z } from "zod"
import { Lesson, Portal } from "#contract/academy/learning.ts"
import { ApiError, isOutOfReach, noAnswer } from "#web/lib/calls/api-error.ts"
import { isWorthRepeating } from "#web/lib/calls/query-client.ts"
import { changeStored, listStoredKeys, readStored } from "#web/lib/stored/browser-store.ts"

/** What a screen shows: an answer of the server, or the copy that was kept of an earlier one. */
export interface Shown<Data> {
  data: Data
  /** When the copy was made; null for an answer of the server. */
  keptAt: Date | null
  /** Pictures and files of the copy by their address. */
  pictures: Readonly<Record<string, Blob>>
}

const notKept = "It is not kept on this device. It opens when you are online."

const lessonStart = "lesson:"
const portalStart = "portal:"

/** A larger picture or file is left out of the copy. */
const maxPictureBytes = 5_000_000
const maxFileBytes = 20_000_000

const StoredLesson = z.object({
  keptAt: z.date(),
  // Copies made before there were notes and last days still open.
  lesson: Lesson.extend({
    note: z.string().catch(""),
    dueOn: z.string().catch(""),
    isHandInOver: z.boolean().catch(false),
  }),
  pictures: z.record(z.string(), z.instanceof(Blob)),
})
const StoredPortal = z.object({
  keptAt: z.date(),
  // Copies made before the server told its time still open.
  portal: Portal.extend({ now: z.string().catch("") }),
})

/** Whether a copy's absence is worth asking again about: not while the device itself says that it has no network. */
export function isWorthAsking(failures: number, error: Error): boolean {
  return navigator.onLine && isWorthRepeating(failures, error)
}

/** Whether the server said that this is no longer open to the person. */
function isClosed(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 409].includes(error.code)
}

/** Asks the server for a lesson and keeps a copy; without an answer shows the copy. @throws as `ask`, when there is no copy */
export async function readLesson(reader: string, id: string, ask: () => Promise<Lesson>): Promise<Shown<Lesson>> {
  try {
    const data = await ask()
    void keepLesson(reader, data)
    return { data, keptAt: null, pictures: {} }
  } catch (error) {
    if (isClosed(error)) void changeStored(reader, `${lessonStart}${id}`, () => undefined)
    if (!isOutOfReach(error)) throw error
    const kept = await storedLesson(reader, id)
    if (!kept) throw navigator.onLine ? error : noAnswer(notKept)
    return { data: kept.lesson, keptAt: kept.keptAt, pictures: kept.pictures }
  }
}

/** The same for a person's program. @param place which one; "" for the one under way */
export async function readPortal(reader: string, place: string, ask: () => Promise<Portal>): Promise<Shown<Portal>> {
  try {
    const data = await ask()
    const record: z.input<typeof StoredPortal> = { keptAt: new Date(), portal: data }
    for (const name of new Set([place, data.placeId])) {
      void changeStored(reader, `${portalStart}${name}`, () => record)
    }
    return { data, keptAt: null, pictures: {} }
  } catch (error) {
    if (!isOutOfReach(error)) throw error
    const kept = StoredPortal.safeParse(await readStored(reader, `${portalStart}${place}`)).data
    if (!kept) throw navigator.onLine ? error : noAnswer(notKept)
    return { data: kept.portal, keptAt: kept.keptAt, pictures: {} }
  }
}

async function storedLesson(reader: string, id: string): Promise<z.output<typeof StoredLesson> | null> {
  // What another version of the product kept may no longer fit; it is asked for anew then.
  return StoredLesson.safeParse(await readStored(reader, `${lessonStart}${id}`)).data ?? null
}

interface Keeping {
  /** Sounds, films and papers too, which may be large; those that were kept before stay in any case. */
  withFiles: boolean
}

/** Keeps a copy of a lesson with its pictures: the words at once, pictures as they come. @returns whether it is kept */
export async function keepLesson(
  reader: string,
  lesson: Lesson,
  { withFiles }: Keeping = { withFiles: false },
): Promise<boolean> {
  const before = (await storedLesson(reader, lesson.id))?.pictures ?? {}
  const sources = lesson.blocks.flatMap((block) => (block.kind === "picture" ? [block.src] : []))
  const files = lesson.files.map(({ url }) => url)
  const belongs = new Set([...sources, ...files])
  const pictures = Object.fromEntries(Object.entries(before).filter(([address]) => belongs.has(address)))
  const put = () => {
    const record: z.input<typeof StoredLesson> = { keptAt: new Date(), lesson, pictures: { ...pictures } }
    return changeStored(reader, `${lessonStart}${lesson.id}`, () => record)
  }
  const isKept = await put()
  const missing = [...sources, ...(withFiles ? files : [])].filter((address) => pictures[address] === undefined)
  if (!isKept || missing.length === 0) return isKept
  for (const address of missing) {
    const bytes = await fetchBytes(address, files.includes(address) ? maxFileBytes : maxPictureBytes)
    if (bytes) pictures[address] = bytes
  }
  return put()
}

async function fetchBytes(address: string, maxBytes: number): Promise<Blob | null> {
  try {
    const answer = await fetch(new URL(address, location.origin), { credentials: "same-origin" })
    const bytes = answer.ok ? await answer.blob() : null
    return bytes && bytes.size <= maxBytes ? bytes : null
  } catch {
    return null
  }
}

/** Addresses of a lesson's pictures and files that are kept here. */
export async function listStoredFiles(reader: string, lessonId: string): Promise<string[]> {
  return Object.keys((await storedLesson(reader, lessonId))?.pictures ?? {})
}

/** Ids of the lessons that are kept here. */
export async function listStoredLessons(reader: string): Promise<string[]> {
  return (await listStoredKeys(reader, lessonStart)).map((key) => key.slice(lessonStart.length))
}

/** Removes the copies of lessons and programs from this device; what waits to be sent stays. */
export async function removeCopies(reader: string): Promise<void> {
  for (const start of [lessonStart, portalStart]) {
    for (const key of await listStoredKeys(reader, start)) await changeStored(reader, key, () => undefined)
  }
}
