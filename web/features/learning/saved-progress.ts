import { del, get, update } from "idb-keyval"
import { recordProgress } from "#contract/product/learning.ts"
import { ApiError } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"

/** Key of the lessons that were read without a connection; sign-out clears the whole store. */
const key = "lessons-to-send"

/**
 * Marks a lesson as done. Without an answer from the server it is kept on this device and sent later.
 * @returns whether the server knows of it
 */
export async function markLessonDone(lessonId: string): Promise<"sent" | "kept"> {
  try {
    const { data } = await call(recordProgress, { body: { lessonIds: [lessonId] } })
    const refusal = data.refused[0]
    if (refusal) throw new ApiError({ message: refusal.reason, type: "step_not_allowed", code: 409 })
    return "sent"
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== "no_answer") throw error
    await update<string[]>(key, (kept = []) => [...new Set([...kept, lessonId])])
    return "kept"
  }
}

/** Sends what was kept. @returns how many lessons the server took */
export async function sendKeptProgress(): Promise<number> {
  const lessonIds = (await get<string[]>(key)) ?? []
  if (lessonIds.length === 0) return 0
  const { data } = await call(recordProgress, { body: { lessonIds } })
  await del(key)
  return data.done.length
}
