import { z } from "zod"
import { AnswerValue, type Assessment } from "#contract/product/assessment.ts"

const Kept = z.record(z.string(), z.object({ value: AnswerValue, revision: z.number(), isSent: z.boolean() }))
export type KeptAnswers = z.infer<typeof Kept>

const keyOf = (id: string): string => `assessment-${id}`

/** What this device holds and what the server holds, the newer of each answer. */
export function mergeAnswers(assessment: Assessment): KeptAnswers {
  const merged: KeptAnswers = {}
  for (const { questionId, value, revision } of assessment.answers)
    merged[questionId] = { value, revision, isSent: true }
  for (const [questionId, kept] of Object.entries(readKept(assessment.id))) {
    if (kept.revision > (merged[questionId]?.revision ?? 0)) merged[questionId] = kept
  }
  return merged
}

function readKept(id: string): KeptAnswers {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}"))
  } catch {
    return {}
  }
}

/** Keeps the answers on this device until the server has them. */
export function keepAnswers(id: string, answers: KeptAnswers): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(answers))
  } catch {
    // A full or forbidden storage only means that a reload without network loses what was not sent.
  }
}

export function forgetAnswers(id: string): void {
  localStorage.removeItem(keyOf(id))
}
