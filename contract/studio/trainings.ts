import { z } from "zod"
import {
  shotAllowance,
  type TrainingStatus,
  trainingRules,
  trainingStatusOptions,
} from "#contract/catalogue/trainings.ts"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { GenerateBody, GenerateReply } from "./generations.ts"

/** Names of styles become part of trigger words, which stand in prompts and addresses. */
const StyleName = PlainText.trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} &'._-]*$/u, "Invalid style")

/** What a person sends to start a training; the rest is the server's. */
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
  /** Whether the person says that they may use the photos; kept with the training. */
  rightsConfirmed: z.boolean().nullish(),
  /** Reference of a paid order that includes a training; "" takes the oldest one that is unused, else credits. */
  txRef: PlainText.max(200).nullish(),
  /** Whether the person was told that an order includes it: without one it is refused then, and takes no credits. */
  isIncluded: z.boolean().nullish(),
})
export type NewTraining = z.infer<typeof NewTraining>

/** One thing about one photo, in a seller's words. */
export const PhotoFinding = z.object({
  code: z.string(),
  /** `stop`: the photo is left out. `warn`: a better one gives a better result. `note`: nothing to do. */
  severity: z.enum(["stop", "warn", "note"]),
  words: z.string(),
  retake: z.string(),
})
export type PhotoFinding = z.infer<typeof PhotoFinding>

const values = trainingStatusOptions.map(({ value }) => value) as [TrainingStatus, ...TrainingStatus[]]

/** An own model as its owner sees it. */
export const Model = z
  .object({
    id: z.string(),
    triggerWord: z.string(),
    /** What its owner calls it; its style and day until they do. */
    title: z.string(),
    PrimaryStyle: z.string(),
    trainingStatus: z.enum(values),
    /** 0 to 1: of the training, then of its shoot. */
    progress: z.number(),
    /** Why it failed. */
    failure: z.string().nullable(),
    /** Whether credits were paid for what was not made, and are back. */
    isRefunded: z.boolean(),
    /** Name of the engine that trained it and draws it; null until it is trained. */
    engine: z.string().nullable(),
    /** Addresses of its photos. */
    images: z.array(z.string()),
    isPublic: z.boolean(),
    /** Where it draws; null until it can. */
    url: z.string().nullable(),
    /** How many views were kept, and the product's own colours as `#rrggbb`. */
    views: z.number().int(),
    colours: z.array(z.string()),
    /** What was found about each photo, in their order. */
    findings: z.array(z.array(PhotoFinding)),
    /** Pictures made so far, and under way. */
    shots: z.number().int(),
    openShots: z.number().int(),
    /** Pictures that are paid for already. */
    allowance: z.number().int(),
    data_created: z.string(),
  })
  .meta({ id: "Model" })
export type Model = z.infer<typeof Model>

const params = z.object({ trainingId: RecordId })
const reply = z.object({ data: Model })

export const listModels = endpoint({
  method: "GET",
  path: "/trainings",
  access: "session",
  summary: "Own models, newest first, at most 100",
  reply: z.object({ data: z.array(Model) }),
})

export const getModel = endpoint({
  method: "GET",
  path: "/trainings/:trainingId",
  access: "session",
  summary: "An own model: its state, what was learned and what it may draw",
  params,
  reply,
})

export const renameModel = endpoint({
  method: "PATCH",
  path: "/trainings/:trainingId",
  access: "session",
  summary: "Gives an own model a name",
  params,
  body: z.object({ title: PlainText.trim().min(1, "Please give it a name.").max(80, "At most 80 characters.") }),
  reply,
})

export const cancelModel = endpoint({
  method: "POST",
  path: "/trainings/:trainingId/cancel",
  access: "session",
  summary: "Stops a training or its shoot; what was not made is not paid",
  params,
  reply,
})

export const orderShots = endpoint({
  method: "POST",
  path: "/trainings/:trainingId/shots",
  access: "session",
  summary: "Takes further pictures of an own model: first those that are paid for, then for credits",
  params,
  body: z.object({ count: z.number().int().min(1).max(shotAllowance.proStudio) }),
  reply,
})

export const generateWithModel = endpoint({
  method: "POST",
  path: "/trainings/:trainingId/generate",
  access: "session",
  summary: "Draws an own model in the surroundings that the prompt names",
  params,
  body: GenerateBody,
  reply: GenerateReply,
})

/** Longest photo to be judged, in bytes: a small copy of it is enough. */
export const checkedPhotoBytes = 180_000

/** A photo as base64, at most about a thousand pixels long. Nothing of it is kept. */
export const checkPhoto = endpoint({
  method: "POST",
  path: "/photo-checks",
  access: "session",
  summary: "Says whether a photo is good enough to train with, and how to take it again",
  body: z.object({ photo: z.base64().max(Math.ceil((checkedPhotoBytes * 4) / 3) + 4) }),
  reply: z.object({ data: z.object({ isUsable: z.boolean(), findings: z.array(PhotoFinding) }) }),
})

/** Something about an own model changed; ask for it again. */
export const modelChanged = event({ name: "trainings.changed", payload: z.object({ id: z.string() }) })
