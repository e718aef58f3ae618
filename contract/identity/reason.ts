import { PlainText } from "#contract/primitives.ts"

/** Letters that a reason has: fewer say nothing. */
export const reasonLength = { min: 5, max: 500 } as const

/** Said of a reason that is too short. */
export const tooShort = `Please give a reason of at least ${reasonLength.min} letters`
const tooLong = `Please keep the reason below ${reasonLength.max + 1} letters`

/** Why an operator did something that takes from a person, moves money or overrides a rule; kept in the log. */
export const Reason = PlainText.trim().min(reasonLength.min, tooShort).max(reasonLength.max, tooLong)

/** Why an operator did something that their work is made of; "" where there is nothing to say. */
export const OptionalReason = PlainText.trim().max(reasonLength.max, tooLong).default("")
