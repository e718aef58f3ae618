import { z } from "zod"
import { HandedInFile } from "#contract/academy/learning.ts"
import { StaffLesson } from "#contract/academy/teaching.ts"
import { keepWords, readStoredWords } from "#web/lib/stored/stored-prompt.ts"

/** A lesson as it stands in its form. It may be half written, so no text is too short here. */
const LessonDraft = StaffLesson.omit({ id: true, moduleId: true, position: true }).extend({
  // Drafts that were kept before there was this.
  isDraft: z.boolean().default(false),
  files: z.array(HandedInFile.extend({ title: z.string() })),
  questions: z.array(
    z.object({ question: z.string(), answers: z.array(z.string()), right: z.number(), because: z.string() }),
  ),
})
export type LessonDraft = z.infer<typeof LessonDraft>

const emptyDraft: LessonDraft = {
  kind: "text",
  title: "",
  minutes: 15,
  body: "",
  accepts: ["photo", "file", "link", "text"],
  dueAfterDays: null,
  videoUrl: "",
  files: [],
  questions: [],
  isDraft: true,
  version: 1,
}

/** What the form of a lesson begins with; of a new one when there is none. */
export function draftOf(lesson: StaffLesson | undefined): LessonDraft {
  return lesson ? LessonDraft.parse(lesson) : emptyDraft
}

/** Whether two drafts say the same, whichever version they were written on. */
export function isSameText(one: LessonDraft, other: LessonDraft): boolean {
  return JSON.stringify({ ...one, version: 0 }) === JSON.stringify({ ...other, version: 0 })
}

/** What this person typed into a lesson's form in this tab and did not save; null when there is nothing. */
export function readStoredDraft(place: string, userId: string): LessonDraft | null {
  try {
    return LessonDraft.safeParse(JSON.parse(readStoredWords(place, userId))).data ?? null
  } catch {
    return null
  }
}

/** Keeps what stands in a lesson's form, through a reload and a new sign-in; null forgets it. */
export function keepDraft(place: string, userId: string, draft: LessonDraft | null): void {
  keepWords(place, userId, draft ? JSON.stringify(draft) : "")
}
