import { type ModeSlug, modes } from "./modes.ts"

/** Credits for the tools that work on a photo; a scene of one colour is free. */
const toolFees = {
  ...{ "photo-upscaling": 2, "bg-remover": 1, scene: 2 },
  // A model of one's own, with its first shoot; then for each picture beyond what came with it.
  ...{ training: 100, shot: 2, "own-model": 2 },
} as const

/** Everything that has a fee: modes of the generators and tools. */
export type FeeSlug = ModeSlug | keyof typeof toolFees

/** Credits per piece of work, by what is done. */
export type Fees = Readonly<Record<FeeSlug, number>>

/** Fees unless the setting FEES says otherwise. */
export const usualFees: Fees = {
  ...(Object.fromEntries(modes.map(({ slug, feeCredits }) => [slug, feeCredits])) as Record<ModeSlug, number>),
  ...toolFees,
}

export function isFeeSlug(slug: string): slug is FeeSlug {
  return Object.hasOwn(usualFees, slug)
}
