import { type ModeSlug, modes } from "./modes.ts"
import { type PhotoToolSlug, photoTools } from "./photo-tools.ts"

/** Credits for a set behind a product; a scene of one colour is free. */
const sceneFee = 2

/** A model of one's own, with its first shoot; each picture of a shoot beyond what came with it; each one it draws. */
const modelFees = { training: 100, shot: 2, "own-model": 2 } as const

/** Credits for words that describe a picture. */
const descriptionFee = 1

/** Credits for a poster of words, on purpose. */
const posterFee = 1

/** Everything that has a fee: modes of the generators, tools, scenes. */
export type FeeSlug = ModeSlug | PhotoToolSlug | "scene" | "poster" | "image-to-prompt" | keyof typeof modelFees

/** Credits per piece of work, by what is done. */
export type Fees = Readonly<Record<FeeSlug, number>>

/** Where an installation's fees are told. */
export const feesPath = "/fees"

/** Fees unless the setting FEES says otherwise. */
export const usualFees: Fees = {
  ...(Object.fromEntries([...modes, ...photoTools].map(({ slug, feeCredits }) => [slug, feeCredits])) as Record<
    ModeSlug | PhotoToolSlug,
    number
  >),
  scene: sceneFee,
  poster: posterFee,
  ...modelFees,
  "image-to-prompt": descriptionFee,
}

export function isFeeSlug(slug: string): slug is FeeSlug {
  return Object.hasOwn(usualFees, slug)
}
