import { PlainText } from "#contract/primitives.ts"

/** Letters that a reason has: fewer say nothing. */
export const reasonLength = { min: 5, max: 500 } as const

/** Why an operator did something; kept in the log. */
export const Reason = PlainText.trim()
  .min(reasonLength.min, `Please give a reason of at least ${reasonLength.min} letters`)
  .max(reasonLength.max, `Please keep the reason below ${reasonLength.max + 1} letters`)
