import type { Mode } from "#contract/catalogue/modes.ts"

/** How many pictures can be asked for at once, as the form words them (docs/product-rules.md#numbers). */
export const countChoices = ["1", "2", "3", "4"] as const
export type CountChoice = (typeof countChoices)[number]

/** Credits of one press: the fee of each picture, for as many as the mode can be asked for (docs/product-rules.md#fee-per-picture). */
export function totalFeeCredits(mode: Mode, count: CountChoice, feeCredits: number): number {
  return feeCredits * (mode.canChooseCount ? Number(count) : 1)
}

/** Words of the button that spends the credits (docs/product-rules.md#screens). */
export function generateLabel(mode: Mode, count: CountChoice, feeCredits: number): string {
  return `Generate (${totalFeeCredits(mode, count, feeCredits)} credit)`
}
