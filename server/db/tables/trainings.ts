import type { Generated, JSONColumnType } from "kysely"
import type { TrainingStatus } from "#contract/catalogue/trainings.ts"
import type { PhotoFinding } from "#contract/studio/trainings.ts"
import type { TrashedTable } from "./generations.ts"

export interface TrainingTables {
  trainings: TrainingsTable
  trainingImages: TrainingImagesTable
  trainingViews: TrainingViewsTable
  trainingLooks: TrainingLooksTable
  trainingCutOuts: TrainingCutOutsTable
  /** Those that are not in the trash: a view. */
  photoshoots: PhotoshootsTable
  photoshootsWithTrash: PhotoshootsTable & TrashedTable
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
  /** What its owner calls it; "" until they do. */
  title: Generated<string>
  isPublic: boolean
  status: TrainingStatus
  /** Reference of the order it is part of; "" when it is paid with credits. */
  paymentReference: string
  /** Where the model draws, below the product's own address; null until it can. */
  url: string | null
  /** The run that trains it; null when there is none. */
  runId: string | null
  /** Which engine trained it, and what that calls the model. */
  engine: string | null
  model: string | null
  /** The product's own colours as `#rrggbb`. */
  colours: Generated<string[]>
  /** What was found about each photo, in their order; null before they were looked at. */
  findings: JSONColumnType<PhotoFinding[][] | null, string | null | undefined, string | null>
  /** Why it failed, for the person. */
  failure: string | null
  /** When its owner said that they may use the photos; null when it was started without the screen that asks. */
  rightsConfirmedAt: Date | null
  /** Pictures of shoots that are paid for and not yet made. */
  allowance: Generated<number>
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

/** How a photo was cut out for a training, and what its owner said of that. */
interface TrainingLooksTable {
  fileSequence: string
  isSure: boolean
  /** 0 to 1; 0 where no product was found. */
  confidence: number
  chosen: Generated<"first" | "other">
  /** When its owner chose; null until then. */
  settledAt: Date | null
}

/** One of the engine's answers for such a photo. */
interface TrainingCutOutsTable {
  fileSequence: string
  answer: "first" | "other"
  storageKey: string
}

/** One side of a learned product, cut out. */
interface TrainingViewsTable {
  trainingId: string
  /** From 1, the best first. */
  position: number
  /** Number of the photo it was taken from. */
  photo: number
  storageKey: string
}

/** One finished picture of a photoshoot. */
interface PhotoshootsTable {
  id: string
  accountId: string
  /** The model it was made with; null when that is gone. */
  trainingId: string | null
  runId: string | null
  /** Name of the set it was taken in. */
  template: string
  prompt: string
  isPublic: boolean
  isTakenDown: Generated<boolean>
  /** When a public picture of a new account reaches the showcase by itself; null when it may be there. */
  waitsUntil: Generated<Date | null>
  storageKey: string
  mimeType: string
  width: number
  height: number
  byteSize: number
  placeholder: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}
