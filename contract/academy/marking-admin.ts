import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { AnswerValue, Question } from "./assessments.ts"

/** Calls of the people who mark the assessments of applicants. */

const Params = z.object({ id: RecordId })

const Marked = Question.extend({
  /** Ids of the right choices. */
  right: z.array(z.string()),
  /** What the marker looks for; "" where nobody has to. */
  guide: z.string(),
  value: AnswerValue,
  /** Points so far; null until somebody gives them. */
  given: z.number().int().nullable(),
  comment: z.string(),
})

/** How long somebody who opened a task or an assessment counts as marking it, in minutes. */
export const claimMinutes = 15

/** Name of another operator who marks it just now; "" for nobody. */
const claimedBy = z.string()

const MarkSheet = z.object({
  id: z.string(),
  claimedBy,
  applicationId: z.string(),
  attempt: z.number().int(),
  submittedAt: z.string(),
  isMarked: z.boolean(),
  points: z.number().int().nullable(),
  maxPoints: z.number().int(),
  questions: z.array(Marked),
})
export type MarkSheet = z.infer<typeof MarkSheet>

const ToMark = z.object({
  id: z.string(),
  claimedBy,
  attempt: z.number().int(),
  submittedAt: z.string(),
  program: z.string(),
  name: z.string(),
  email: z.string().nullable(),
})

/** What the list of those that wait for marks can be narrowed down by. */
export const MarkingFilters = z.object({ program: PlainText.max(60).optional() })

export const listToMark = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments",
  access: "session",
  summary: "Assessments that wait for marks, those handed in first on top",
  query: MarkingFilters,
  reply: z.object({ data: z.array(ToMark) }),
})

export const listToMarkCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments.csv",
  access: "session",
  summary: "The same assessments, all of them, as a table for spreadsheets",
  query: MarkingFilters,
  reply: z.unknown(),
})

export const getMarkSheet = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments/:id",
  access: "session",
  summary: "One assessment with its answers and what is right",
  params: Params,
  reply: z.object({ data: MarkSheet }),
})

export const claimAssessment = endpoint({
  method: "POST",
  path: "/operators/admissions/assessments/:id/claim",
  access: "session",
  summary: "Tells others that somebody marks this assessment just now, and who was there before",
  params: Params,
  reply: z.object({ data: z.object({ claimedBy }) }),
})

export const markAssessment = endpoint({
  method: "PUT",
  path: "/operators/admissions/assessments/:id/marks",
  access: "session",
  summary: "Writes marks down; with the last one the applicant gets the result",
  params: Params,
  body: z.object({
    marks: z
      .array(
        z.object({
          questionId: z.string().max(60),
          points: z.number().int().min(0).max(100),
          comment: PlainText.trim().max(2_000).default(""),
        }),
      )
      .min(1)
      .max(50),
    reason: OptionalReason,
  }),
  reply: z.object({ message: z.string(), data: z.object({ isMarked: z.boolean() }) }),
})
