import type { QueryClient } from "@tanstack/react-query"
import { createPhotoKeeper } from "#web/lib/photos/stored-photos.ts"
import { changeStored } from "#web/lib/stored/browser-store.ts"

/** Name under which what was typed into a lesson's form waits in this browser. */
export const lessonDraftKey = (lessonId: string): string => `draft:${lessonId}`

/** Name under which a task's files wait in this browser. */
export const taskPlace = (lessonId: string) => `task-${lessonId}` as const

/** After a hand-in that waited was sent: its form is empty again, and whoever shows the lesson reads it anew. */
export async function forgetHandIn(queries: QueryClient, userId: string, lessonId: string): Promise<void> {
  await changeStored(userId, lessonDraftKey(lessonId), () => undefined)
  await createPhotoKeeper(userId, taskPlace(lessonId)).forgetAll()
  for (const queryKey of [["lessonDraft"], ["getLesson"], ["getPortal"]]) void queries.invalidateQueries({ queryKey })
}
