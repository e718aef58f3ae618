import { z } from "zod"
import { trainingRules } from "#contract/catalogue/trainings.ts"
import { PlainText } from "#contract/primitives.ts"

/** Names of styles become part of trigger words, which stand in prompts and addresses. */
const StyleName = PlainText.trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} &'._-]*$/u, "Invalid style")

/** What a person sends to start a training (specification §3 "Training record as sent"); the rest is the server's. */
export const NewTraining = z.object({
  PrimaryStyle: StyleName,
  secondaryStyle: z.union([z.literal(""), StyleName]).nullish(),
  prompt: PlainText.max(5_000).nullish(),
  /** Addresses of own uploads. */
  images: z.array(PlainText.max(2_048)).max(trainingRules.maxImages),
  /** The style's name and a random UUID; the server makes one when there is none. */
  triggerWord: PlainText.max(120).nullish(),
  isPublic: z.boolean().nullish(),
  trainingStatus: z.literal("analysing_dataset").nullish(),
  /** Reference of a paid order that includes a training; "" pays with credits (decision 5). */
  txRef: PlainText.max(200).nullish(),
})
export type NewTraining = z.infer<typeof NewTraining>
