import { z } from "zod"
import { AnswerValue, type Assessment } from "#contract/academy/assessments.ts"

const Kept = z.record(
  z.string(),
  z.object({
    value: AnswerValue,
    revision: z.number(),
    /** Whether the server has said that it has this one. */
    isSent: z.boolean(),
    /** Why the server will not take this one; "" when it was not refused. */
    refusal: z.string().default(""),
  }),
)
export type StoredAnswers = z.infer<typeof Kept>

const keyOf = (id: string): string => `assessment-${id}`

/** What this device holds and what the server holds, the newer of each answer; what the server lacks is sent again. */
export function mergeAnswers(assessment: Assessment): StoredAnswers {
  const merged: StoredAnswers = {}
  for (const { questionId, value, revision } of assessment.answers)
    merged[questionId] = { value, revision, isSent: true, refusal: "" }
  for (const [questionId, { value, revision }] of Object.entries(readStored(assessment.id))) {
    if (revision <= (merged[questionId]?.revision ?? 0)) continue
    merged[questionId] = { value, revision, isSent: false, refusal: "" }
  }
  return merged
}

function readStored(id: string): StoredAnswers {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}"))
  } catch {
    return {}
  }
}

/** Keeps the answers on this device until the server has them. @returns false where the device keeps nothing */
export function keepAnswers(id: string, answers: StoredAnswers): boolean {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(answers))
    return true
  } catch {
    return false
  }
}

export function forgetAnswers(id: string): void {
  localStorage.removeItem(keyOf(id))
}
