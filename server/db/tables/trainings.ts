import type { Generated } from "kysely"
import type { TrainingStatus } from "#contract/catalogue/trainings.ts"

export interface TrainingTables {
  trainings: TrainingsTable
  trainingImages: TrainingImagesTable
  photoshoots: PhotoshootsTable
}

/** A model of a person's own, from its photos on. */
interface TrainingsTable {
  id: string
  accountId: string
  prompt: string
  primaryStyle: string
  secondaryStyle: string
  /** The word that stands for what was trained. */
  triggerWord: string
  isPublic: boolean
  status: TrainingStatus
  /** Reference of the order it is part of; "" when it is paid with credits (decision 51). */
  paymentReference: string
  /** Where the model draws, below the product's own address; null until it can. */
  url: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** A photo of a training's dataset. */
interface TrainingImagesTable {
  trainingId: string
  /** From 1. */
  position: number
  fileSequence: string
}

/** One finished picture of a photoshoot. */
interface PhotoshootsTable {
  id: string
  accountId: string
  /** The model it was made with; null when that is gone. */
  trainingId: string | null
  /** The picture, kept as a file of its person; both go together. */
  fileSequence: string
  prompt: string
  isPublic: boolean
  isTakenDown: Generated<boolean>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}
