import { z } from "zod"
import { endpoint, pageOf } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"

/** What waits for teaching staff, over all cohorts they teach. Tasks to mark are `listHandedIn`. */

/** As many of each kind are counted: whoever sees one more reads "99+", and nothing is counted to its end. */
export const mostCounted = 99

/** How much waits of each kind; `mostCounted + 1` for more than are counted. */
export const QueueCounts = z.object({ tasks: z.number().int(), questions: z.number().int(), quiet: z.number().int() })
export type QueueCounts = z.infer<typeof QueueCounts>

export const countQueue = endpoint({
  method: "GET",
  path: "/operator/learning/queue",
  access: "session",
  summary: "How many tasks, questions and quiet learners wait, over all cohorts that somebody teaches",
  reply: z.object({ data: QueueCounts }),
})

/** The last line of the page before. */
const After = z.object({ after: RecordId.optional() })

/** A question of a learner that nobody has answered. */
export const OpenQuestion = z.object({
  id: z.string(),
  learner: z.string(),
  cohortName: z.string(),
  /** Its first words. */
  text: z.string(),
  askedAt: z.string(),
  /** Where it is answered; a path of the product. */
  path: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

export const listOpenQuestions = endpoint({
  method: "GET",
  path: "/operator/learning/questions",
  access: "session",
  summary: "Questions of learners that nobody has answered, oldest first",
  query: After,
  reply: pageOf(OpenQuestion),
})

/**
 * Why somebody may be quiet: has not begun, a task came back to them, stopped before a lesson; or it is not theirs to go on:
 * lessons are closed to them, a task of theirs waits for us, all that is written is done.
 */
export const QuietReason = z.enum(["not_begun", "came_back", "stopped", "closed", "waits_for_us", "done"])
export type QuietReason = z.infer<typeof QuietReason>

/** A learner who has done nothing for so long that somebody should ask. */
export const QuietLearner = z.object({
  /** The place in which they are quiet. */
  id: z.string(),
  name: z.string(),
  cohortName: z.string(),
  quietDays: z.number().int(),
  reason: QuietReason,
  /** The lesson that it is about; "" for none. */
  lesson: z.string(),
  done: z.number().int(),
  all: z.number().int(),
  /** What they read when they are written to with one press; null where it is not theirs to go on. */
  message: z.object({ title: z.string(), text: z.string() }).nullable(),
})
export type QuietLearner = z.infer<typeof QuietLearner>

export const listQuiet = endpoint({
  method: "GET",
  path: "/operator/learning/quiet",
  access: "session",
  summary: "Learners who went quiet and were not written to for a week, those who are quiet longest first",
  query: After,
  reply: pageOf(QuietLearner),
})

export const writeToQuiet = endpoint({
  method: "POST",
  path: "/operator/learning/quiet/:placeId/message",
  access: "session",
  summary: "Writes to a quiet learner what the list shows; the learner leaves the list for a week",
  params: z.object({ placeId: RecordId }),
  reply: z.object({ message: z.string() }),
})
