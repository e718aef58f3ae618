import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** Longest written answer, in letters. */
export const answerEmails = 4_000

/** A question as the applicant sees it; what is right is known to the server alone. */
export const Question = z.object({
  id: z.string(),
  /** One of the choices, any number of them, written words, or a picture of something made. */
  kind: z.enum(["single", "several", "text", "file"]),
  text: z.string(),
  choices: z.array(z.object({ id: z.string(), text: z.string() })),
  points: z.number().int(),
})
export type Question = z.infer<typeof Question>

/** A chosen id, chosen ids, written words, or the id of an uploaded picture. */
export const AnswerValue = z.union([PlainText.max(answerEmails), z.array(PlainText.max(40)).max(12)])
export type AnswerValue = z.infer<typeof AnswerValue>

const Saved = z.object({ questionId: z.string(), value: AnswerValue, revision: z.number().int() })

/** A try that is under way. */
export const Assessment = z.object({
  id: z.string(),
  attempt: z.number().int(),
  /** By the server's clock; `now` tells what that clock shows. */
  endsAt: z.string(),
  now: z.string(),
  questions: z.array(Question),
  answers: z.array(Saved),
})
export type Assessment = z.infer<typeof Assessment>

export const startAssessment = endpoint({
  method: "POST",
  path: "/academy/assessment",
  access: "session",
  summary: "Begins the assessment, or goes on with the one that is under way",
  body: z.object({}),
  reply: z.object({ data: Assessment }),
})

export const saveAnswer = endpoint({
  method: "PUT",
  path: "/academy/assessment/:id/answers/:questionId",
  access: "session",
  summary: "Keeps an answer; an older one that comes later changes nothing",
  params: z.object({ id: RecordId, questionId: z.string().max(60) }),
  body: z.object({ value: AnswerValue, revision: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: z.object({ data: z.object({ savedAt: z.string() }) }),
})

export const handInAssessment = endpoint({
  method: "POST",
  path: "/academy/assessment/:id/hand-in",
  access: "session",
  summary: "Ends the assessment; what was saved counts",
  params: z.object({ id: RecordId }),
  body: z.object({}),
  reply: z.object({ message: z.string() }),
})
