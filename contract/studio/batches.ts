import { z } from "zod"
import { type ExportPresetSlug, exportPresets } from "#contract/catalogue/export-presets.ts"
import { endpoint } from "#contract/endpoint.ts"
import { messages } from "#contract/messages.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { OrderAlbum, Run } from "./runs.ts"
import { GroundColour, SetName } from "./scenes.ts"

/** Most photos of one batch. */
export const maxBatchPhotos = 50

const slugs = exportPresets.map(({ slug }) => slug) as [ExportPresetSlug, ...ExportPresetSlug[]]

/** What is done with every photo of a batch. */
export const BatchRecipe = z
  .object({
    tool: z.enum(["cut-out", "upscale"]),
    factor: z.union([z.literal(2), z.literal(4)]).default(2),
    /**
     * What is put behind a cut-out. `colour` and `gradient` are free: a scene that is composed for the download, in the shape
     * of each place that does not ask for white. `set`: each photo is cut out and put into one of the engine's sets, which
     * is paid on top; places that ask for white get the cut-out.
     */
    ground: z.enum(["transparent", "white", "colour", "gradient", "set"]).default("transparent"),
    /** Of `colour`. */
    colour: GroundColour.default("#f3ece0"),
    /** Top and bottom of `gradient`. */
    from: GroundColour.default("#f3ece0"),
    to: GroundColour.default("#c9a877"),
    /** Name of the set of `set`, as `/photo-scenes/sets` lists it. */
    set: SetName.optional(),
    /** Places that the download is made ready for; the results themselves when there are none. */
    presets: z.array(z.enum(slugs)).max(slugs.length).default([]),
  })
  .refine(({ ground, set }) => ground !== "set" || set !== undefined, { path: ["set"], message: "Please choose a set" })
export type BatchRecipe = z.infer<typeof BatchRecipe>

/** The set that every photo is put into; null when there is none. Only cut-outs stand before something. */
export function setOf({ tool, ground, set }: BatchRecipe): string | null {
  return tool === "cut-out" && ground === "set" ? (set ?? null) : null
}

export const BatchBody = z.object({
  /** Addresses of pictures kept here, in order. */
  images: z.array(PlainText.min(1).max(2_000)).min(1, messages.imageMissing).max(maxBatchPhotos, "Too many files"),
  recipe: BatchRecipe,
  album: OrderAlbum,
})
export type BatchBody = z.infer<typeof BatchBody>

/** One photo of a batch: its newest run. */
export const BatchItem = z.object({ position: z.number().int(), name: z.string(), run: Run })
export type BatchItem = z.infer<typeof BatchItem>

export const Batch = z.object({
  id: z.string(),
  status: Run.shape.status,
  recipe: BatchRecipe,
  /** Credits held or spent for it; those of failed photos are back. */
  feeCredits: z.number(),
  items: z.array(BatchItem),
  createdAt: z.string(),
})
export type Batch = z.infer<typeof Batch>

const params = z.object({ batchId: RecordId })
const reply = z.object({ data: Batch })

export const startBatch = endpoint({
  method: "POST",
  path: "/photo-batches",
  access: "session",
  summary: "Works on several photos in the same way; each is paid when it is done",
  body: BatchBody,
  reply,
})

export const getBatch = endpoint({
  method: "GET",
  path: "/photo-batches/:batchId",
  access: "session",
  summary: "An own batch with the state of every photo",
  params,
  reply,
})

export const retryBatch = endpoint({
  method: "POST",
  path: "/photo-batches/:batchId/retry",
  access: "session",
  summary: "Orders the photos that failed or were stopped again",
  params,
  reply,
})

export const orderSets = endpoint({
  method: "POST",
  path: "/photo-batches/:batchId/sets",
  access: "session",
  summary: "Puts the cut-outs that were looked at since into the batch's set; each is paid when it is done",
  params,
  reply,
})

export const stopBatch = endpoint({
  method: "POST",
  path: "/photo-batches/:batchId/stop",
  access: "session",
  summary: "Stops the photos that are not done, and gives their credits back",
  params,
  reply,
})

export const downloadBatch = endpoint({
  method: "GET",
  path: "/photo-batches/:batchId/download",
  access: "session",
  summary: "What came of a batch as a ZIP with a manifest",
  params,
  reply: z.unknown(),
})
