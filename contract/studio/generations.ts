import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { type TrainingStatus, trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { imageHostKinds } from "#contract/hosted/image-host.ts"
import { messages } from "#contract/messages.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { OrderAlbum, Run } from "./runs.ts"
import { OwnWords } from "./words/categories.ts"

export const Prompt = PlainText.trim().min(2, messages.promptTooShort).max(maxPromptCharacters, "Prompt too long")

/** '1' to '4' as text or number (docs/product-rules.md#image-count). */
export const ImageCount = z.coerce.number().int().min(1).max(4)

/**
 * An order for pictures. `aspect_ratio` is the dimension of the form; `mode` tells the modes apart that share the
 * default path (docs/product-rules.md#modes); `is_public` is what the person asked for, the server decides (docs/product-rules.md#visibility).
 */
export const GenerateBody = z.object({
  prompt: Prompt,
  aspect_ratio: AspectRatio,
  output_format: z.enum(["webp", "png"]).optional(),
  num_outputs: ImageCount.optional(),
  raw: z.boolean().optional(),
  is_public: z.boolean().optional(),
  mode: z.string().max(60).optional(),
  /** One poster of the words, on purpose and for the fee of a poster: for things that cannot be drawn. */
  as_poster: z.boolean().optional(),
  album: OrderAlbum,
  /** Repeats a picture exactly, where the engine can. */
  seed: z.number().int().min(0).max(2_147_483_647).optional(),
})
export type GenerateBody = z.infer<typeof GenerateBody>

export const OrderStatus = z.enum(["waiting", "drawing", "ready", "failed", "cancelled"])
export type OrderStatus = z.infer<typeof OrderStatus>

/** One finished picture of an order. */
export const OrderPicture = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** Whether it is for everybody; its owner may have changed that since it was ordered. */
  isPublic: z.boolean(),
  /** Until when a public one waits for review before everybody sees it; null when it does not. */
  waitsUntil: z.string().nullable().default(null),
})

/** A generation order as its owner sees it while it runs and afterwards. */
export const Order = z
  .object({
    id: z.string(),
    mode: z.string(),
    prompt: z.string(),
    aspectRatio: AspectRatio,
    /** How many pictures were asked for. */
    count: z.number().int(),
    status: OrderStatus,
    /** How many waiting orders come first; only while it waits. */
    ahead: z.number().int().optional(),
    /** 0 to 1. */
    progress: z.number(),
    /** Addresses of small previews, by picture. */
    previews: z.array(z.string()),
    pictures: z.array(OrderPicture),
    /** How many of a finished order were not made; their credits are back. */
    missing: z.number().int().default(0),
    /** Credits held or spent for it in all. */
    feeCredits: z.number(),
    /** Name of the engine that works on it or made it; null before one has begun. */
    engine: z.string().nullable().default(null),
    isPublic: z.boolean(),
    /** Whether a poster of the words was asked for. */
    isPoster: z.boolean().default(false),
    /** What the engine made of the words, as it was told before: drawn, drawn as something else, left out; null when it does not tell. */
    understood: z.array(z.string()).nullable(),
    substituted: z.array(z.string()).nullable().default(null),
    ignored: z.array(z.string()).nullable(),
    /** Why it failed, for the person; null otherwise. */
    failure: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: "GenerationOrder" })
export type Order = z.infer<typeof Order>

/**
 * The reply when the pictures were ready in time: `data` is an address or a list, by mode (docs/product-rules.md#reply-shape). After the
 * waiting time the status is 202, `data` is null and `job` names the order to follow (docs/product-rules.md#waiting-time).
 */
export const GenerateReply = z.object({
  message: z.string(),
  data: z.union([z.string(), z.array(z.string()), z.null()]),
  job: Order,
})
export type GenerateReply = z.infer<typeof GenerateReply>

const generate = <Path extends string>(path: Path, summary: string) =>
  endpoint({ method: "POST", path, access: "session", summary, body: GenerateBody, reply: GenerateReply })

export const generateFlux11 = generate(
  "/image-gen-with-flux-1.1",
  "Draws with Flux 1.1 Pro, or the mode named in the body",
)
export const generateFlux11Ultra = generate("/image-gen-with-flux-1.1-ultra", "Draws with Flux 1.1 Ultra")
export const generateFluxDevRealism = generate("/image-gen-with-flux-dev-realism", "Draws with Flux-dev Realism")
export const generateDalle3 = generate("/image-gen-with-dalle3", "Draws one square picture with DALL-E 3")
export const generateGhibsky = generate("/image-gen-with-flux-lora-GHIBSKY-style", "Draws in the Ghibsky style")
export const generateCinestill = generate("/image-gen-with-flux-lora-CNSTLL-style", "Draws in the cinestill style")
export const generateHalfIllustration = generate(
  "/image-gen-with-flux-lora-TOK-style",
  "Draws half photograph, half drawing",
)

export const getOrder = endpoint({
  method: "GET",
  path: "/generation-orders/:orderId",
  access: "session",
  summary: "An own order: its state, previews and pictures",
  params: z.object({ orderId: RecordId }),
  reply: z.object({ data: Order }),
})

const statuses = trainingStatusOptions.map(({ value }) => value) as [TrainingStatus, ...TrainingStatus[]]

/** An own model that is trained or shot just now, as far as its place among work under way needs it. */
export const OpenModel = z.object({
  id: z.string(),
  /** What its owner calls it; its style and day until they do. */
  title: z.string(),
  triggerWord: z.string(),
  PrimaryStyle: z.string(),
  trainingStatus: z.enum(statuses),
  /** 0 to 1: of the training, then of its shoot. */
  progress: z.number(),
})
export type OpenModel = z.infer<typeof OpenModel>

/** One call for all, because every page shows it. */
export const listOpenOrders = endpoint({
  method: "GET",
  path: "/generation-orders",
  access: "session",
  summary: "Own orders that are waiting or drawing, newest first, and beside them all other work under way",
  reply: z.object({
    data: z.array(Order),
    /** Work on photos and batches. */
    runs: z.array(Run).default([]),
    models: z.array(OpenModel).default([]),
  }),
})
export type OpenWork = z.infer<(typeof listOpenOrders)["reply"]>

export const cancelOrder = endpoint({
  method: "POST",
  path: "/generation-orders/:orderId/cancel",
  access: "session",
  summary: "Takes back an order that has not started, with its credits",
  params: z.object({ orderId: RecordId }),
  reply: z.object({ data: Order }),
})

const visibilityShape = {
  method: "POST",
  access: "session",
  params: z.object({ pictureId: z.string().max(60) }),
  body: z.object({ is_public: z.boolean() }),
  reply: z.object({
    data: z.object({
      is_public: z.boolean(),
      /** Until when a public one waits for review; null when it does not. */
      waits_until: z.string().nullable().default(null),
    }),
  }),
} as const

export const changeVisibility = endpoint({
  ...visibilityShape,
  path: "/pictures/:pictureId/visibility",
  summary: "Opens an own picture to everybody, or closes it",
})

export const changeShotVisibility = endpoint({
  ...visibilityShape,
  path: "/photoshoots/:pictureId/visibility",
  summary: "Opens an own picture of a photoshoot to everybody, or closes it",
})

/** Who would carry an order out, and whether it can be placed now. */
export const StudioOffer = z.object({
  engine: z.string(),
  /** False: pictures come from rules and not from a photographic AI model. */
  isLocalEngine: z.boolean(),
  /** Why it cannot be ordered now, for the person; null when it can. */
  refusal: z.string().nullable(),
  /** What the operator calls it, instead of its title; null leaves the title. */
  label: z.string().nullable(),
  /** Credits per piece; null for work that has no mode. */
  feeCredits: z.number().nullable(),
})
export type StudioOffer = z.infer<typeof StudioOffer>

/** What the engine can do and what the person may do; the generator screen asks before it promises. */
export const getStudio = endpoint({
  method: "GET",
  path: "/studio",
  access: "session",
  summary: "The engine's name and limits, and whether private pictures are open to the person",
  reply: z.object({
    data: z.object({
      engine: z.string(),
      isLocalEngine: z.boolean(),
      canBePrivate: z.boolean(),
      /** Whether the person's next public picture waits for review before everybody sees it. */
      waitsForReview: z.boolean().default(false),
      /** Who takes photos from the browser. */
      imageHost: z.enum(imageHostKinds).default("own"),
      /** Whether photos of iPhones may be uploaded as they are; where not, a browser that cannot open one says so. */
      readsHeic: z.boolean().default(false),
      /** Whether the next enlargement costs the person nothing. */
      isUpscalingFree: z.boolean().default(false),
      /** The paid order that includes the person's next training, and when it was paid; null where credits pay. */
      includedTraining: z.object({ tx_ref: z.string(), paidAt: z.string() }).nullable().default(null),
      /** Every mode by its slug. */
      modes: z.record(z.string(), StudioOffer),
      /** Work besides modes, by kind: `cut-out`, `enlargement`, `description` and others. */
      kinds: z.record(z.string(), StudioOffer),
    }),
  }),
})

/** What the engine makes of these words; null when it cannot tell before it draws. */
export const PromptReading = z
  .object({
    understood: z.array(z.string()),
    /** Things that something else would stand in for, with what: "folded cloth for “shawl”". They count as drawn nowhere. */
    substituted: z.array(z.string()).default([]),
    ignored: z.array(z.string()),
    /** False when the main thing is not known: an order is refused then, unless it is for a poster of the words. */
    isUnderstood: z.boolean(),
    /** That thing, in the person's words; null where it is drawn, or none is named. */
    unknown: z.string().nullable().default(null),
    /** What can be drawn instead of it, with the words to ask for it; null where nothing comes near. */
    nearest: z.object({ thing: z.string(), prompt: z.string() }).nullable().default(null),
    /** Which words say what of the scene, for the prompt builder. */
    scene: OwnWords.default({}),
    /** Whether the main thing stands on a floor, as furniture does; null where the engine does not tell. */
    isLarge: z.boolean().nullable().default(null),
  })
  .nullable()
export type PromptReading = z.infer<typeof PromptReading>

/** What becomes of a prompt, as far as paying for it goes. */
export type Verdict = "drawn" | "partly" | "not drawn"

/**
 * Whether what a prompt names is drawn. Not when its main thing is unknown, nor when another thing would stand in for
 * one: that is paid only after its person said so (docs/product-rules.md#unknown-words).
 */
export function verdictOf({
  isUnderstood,
  substituted,
  ignored,
}: Pick<NonNullable<PromptReading>, "isUnderstood" | "substituted" | "ignored">): Verdict {
  if (!isUnderstood || substituted.length > 0) return "not drawn"
  return ignored.length > 0 ? "partly" : "drawn"
}

/** In a sentence, what of a prompt cannot be drawn. */
export function whatIsNotDrawn({
  unknown,
  isUnderstood,
  substituted,
}: Pick<NonNullable<PromptReading>, "unknown" | "isUnderstood" | "substituted">): string {
  if (unknown === null && !isUnderstood) return "These words name nothing that we can draw."
  const [first = ""] = substituted
  const named = unknown ?? /for “(.+)”$/.exec(first)?.[1]
  return named === undefined ? "We cannot draw that very thing yet." : `We cannot draw “${shortened(named)}” yet.`
}

/** Words as a sentence has room for them: somebody may write thousands of letters without a blank. */
export function shortened(words: string): string {
  const letters = Array.from(words)
  return letters.length > 80 ? `${letters.slice(0, 80).join("")}…` : words
}

export const readPrompt = endpoint({
  method: "POST",
  path: "/studio/readings",
  access: "session",
  isForAnonymousToo: true,
  summary: "Which words of a prompt would be drawn and which are not known, before anything is paid",
  body: z.object({
    prompt: PlainText.max(maxPromptCharacters),
    mode: z.string().max(60),
    /** The own model that is to draw it; its mode counts for nothing then. */
    trainingId: RecordId.optional(),
    /** Whether the words are of a set around a photo of one's own; the mode counts for nothing then. */
    isForPhoto: z.boolean().optional(),
  }),
  reply: z.object({ data: PromptReading }),
})

export const orderProgressed = event({
  name: "generations.progress",
  payload: z.object({ id: z.string(), progress: z.number(), previews: z.array(z.string()) }),
})

export const orderFinished = event({ name: "generations.finished", payload: z.object({ order: Order }) })
