import { z } from "zod"
import { recordProgress } from "#contract/academy/learning.ts"
import { ApiError, isOutOfReach } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { changeStored, readStored, unsentKey } from "#web/lib/stored/browser-store.ts"

/** Lessons of one call, as many as the contract takes. */
const perCall = 100

const Marks = z.array(z.string()).catch([])

/** Lessons that are done and of which the server does not know yet, in the order in which they were done. */
export async function listStoredMarks(reader: string): Promise<string[]> {
  return Marks.parse(await readStored(reader, unsentKey))
}

/**
 * Marks a lesson as done. Without an answer from the server it is kept on this device and sent later.
 * @returns whether the server knows of it
 * @throws ApiError when it was refused, or could be neither sent nor kept
 */
export async function markLessonDone(reader: string, lessonId: string): Promise<"sent" | "kept"> {
  try {
    const { data } = await call(recordProgress, { body: { lessonIds: [lessonId] } })
    const refusal = data.refused[0]
    if (refusal) throw new ApiError({ message: refusal.reason, type: "step_not_allowed", code: 409 })
    return "sent"
  } catch (error) {
    if (!isOutOfReach(error)) throw error
    const isKept = await changeStored(reader, unsentKey, (kept) => [...new Set([...Marks.parse(kept), lessonId])])
    if (!isKept) throw error
    return "kept"
  }
}

/** What became of lessons that were done without a connection. */
interface Sent {
  done: string[]
  refused: { lessonId: string; reason: string }[]
}

/** Sends what was kept, and forgets what the server has answered. @throws ApiError when it cannot be asked */
export async function sendStoredProgress(reader: string): Promise<Sent> {
  const lessonIds = (await listStoredMarks(reader)).slice(0, perCall)
  if (lessonIds.length === 0) return { done: [], refused: [] }
  const { data } = await call(recordProgress, { body: { lessonIds } })
  await changeStored(reader, unsentKey, (kept) => {
    const left = Marks.parse(kept).filter((id) => !lessonIds.includes(id))
    return left.length > 0 ? left : undefined
  })
  return data
}
