import { PlainText } from "#contract/primitives.ts"

/** Why an operator did something; kept in the log. */
export const Reason = PlainText.trim().min(5, "Please give a reason").max(500)
