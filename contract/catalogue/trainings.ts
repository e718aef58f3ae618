/** States of a training on the wire. Source: specification §4; the last two are ours (decision 50). */
export const trainingStatuses = [
  "analysing_dataset",
  "training_in_progress",
  "training_successful",
  "preparing_photoshoot",
  "photoshoot_ready",
  "invalid_ref_code",
  "training_failed",
  "cancelled",
] as const

export type TrainingStatus = (typeof trainingStatuses)[number]

/** What a person may ask of a training (specification §5 and §9, decision 47). */
export const trainingRules = {
  minImages: 3,
  maxImages: 60,
  /** Pixels of the shorter side; that many images must reach it. */
  minSide: 384,
  /** Trainings of one person that have not ended, so that nobody fills the queue. */
  maxOpen: 10,
} as const
