/** A state of a training as people read it. */
interface StatusOption<Value extends string> {
  name: string
  value: Value
  /** Of the dot beside it. */
  color: string
}

const option = <const Value extends string>(value: Value, name: string, color: string): StatusOption<Value> => ({
  name,
  value,
  color,
})

/** States of a training, in their order. */
export const trainingStatusOptions = [
  option("analysing_dataset", "Dataset analysis", "#b7791f"),
  option("training_in_progress", "Training in progress", "#c05621"),
  option("training_successful", "Training successful", "#2c7a7b"),
  option("preparing_photoshoot", "Preparing Photoshoot", "#2b6cb0"),
  option("photoshoot_ready", "Photoshoot ready", "#2f855a"),
  option("invalid_ref_code", "Invalid Ref Code", "#c53030"),
  option("training_failed", "Training failed", "#c53030"),
  option("cancelled", "Cancelled", "#718096"),
] as const

export type TrainingStatus = (typeof trainingStatusOptions)[number]["value"]

/** States that a training stays in; the dot does not pulse then. */
const finalStatuses: ReadonlySet<TrainingStatus> = new Set([
  "photoshoot_ready",
  "invalid_ref_code",
  "training_failed",
  "cancelled",
])

export function isFinalStatus(status: TrainingStatus): boolean {
  return finalStatuses.has(status)
}

/** Pictures that come with a training: those of a paid Pro Studio order, or one shoot of six. */
export const shotAllowance = { proStudio: 30, training: 6 } as const

/**
 * What a training sets aside of credits. An engine that learns is paid for learning, with the first shoot in it; where nothing
 * is learned there is only the shoot, and each of its pictures is paid by itself (docs/product-rules.md#training-price).
 */
export function trainingPrice(
  fees: { training: number; shot: number },
  learns: boolean,
): { feeCredits: number; count: number } {
  return learns ? { feeCredits: fees.training, count: 1 } : { feeCredits: fees.shot, count: shotAllowance.training }
}

/** What a person may ask of a training. */
export const trainingRules = {
  minImages: 3,
  maxImages: 60,
  /** Pixels of the shorter side; that many images must reach it. */
  minSide: 384,
  /** Longest side at which photos are handed to the engine, in pixels: more than any view of a model needs. */
  longestSide: 2_048,
  /** Trainings of one person that have not ended, so that nobody fills the queue. */
  maxOpen: 10,
} as const
