import { z } from "zod"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { endpoint } from "#contract/endpoint.ts"
import { messages } from "#contract/messages.ts"
import { PlainText } from "#contract/primitives.ts"
import { PhotoReply } from "./photos.ts"
import { OrderAlbum } from "./runs.ts"

/** A colour behind a product. */
export const GroundColour = z.string().regex(/^#[0-9a-fA-F]{6}$/, "A colour is written as #rrggbb")

/** Name of one of the engine's sets. */
export const SetName = z.string().min(1).max(60)

/** Words that name a set: its place, light and mood. */
export const SetWords = PlainText.trim().min(2, messages.promptTooShort).max(maxPromptCharacters, "Prompt too long")

/** Two colours in which a set is drawn instead of its own: a seller's brand. */
export const SetColours = z.object({ wall: GroundColour, accent: GroundColour })
export type SetColours = z.infer<typeof SetColours>

/** What is put behind a product. Colours and pictures are free, a set of the engine costs credits. */
export const SceneGround = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("colour"), colour: GroundColour }),
  z.object({ kind: z.literal("gradient"), from: GroundColour, to: GroundColour }),
  /** A picture kept here that the person may see; it fills the scene. */
  z.object({ kind: z.literal("picture"), image: PlainText.min(1).max(2_000) }),
  /** In colours only where the set takes them; they cost nothing more. */
  z.object({ kind: z.literal("set"), name: SetName, colours: SetColours.optional() }),
  z.object({ kind: z.literal("words"), words: SetWords }),
])
export type SceneGround = z.infer<typeof SceneGround>

/** Where the product stands then, as the name of the work. */
export function sceneTitle(ground: SceneGround): string {
  switch (ground.kind) {
    case "colour":
      return ground.colour.toLowerCase() === "#ffffff" ? "Product on white" : "Product on a colour"
    case "gradient":
      return "Product on a gradient"
    case "picture":
      return "Product on your picture"
    default:
      return setTitle
  }
}

const setTitle = "Scene"

/** What is said of work with such a name when it is done: a plain ground is no scene. */
export function sceneMade(title: string): string {
  return title === setTitle ? messages.sceneMade : `Made: ${title.toLowerCase()}`
}

/** Where the product stands. */
export const SceneLayout = z.object({
  /** Pixels. */
  width: z.number().int().min(256).max(2_048).default(1_080),
  height: z.number().int().min(256).max(2_048).default(1_080),
  /** Least room around the product, in percent of each side. */
  padding: z.number().min(0).max(40).default(10),
  /** Height of the product in percent of the scene; as large as the padding allows when absent. */
  productHeight: z.number().min(5).max(100).optional(),
  hasShadow: z.boolean().default(true),
  /** `own`: as large as the cut-out, and everything where it is in it; the rest of the layout then counts for nothing. */
  frame: z.enum(["scene", "own"]).default("scene"),
})
export type SceneLayout = z.infer<typeof SceneLayout>

export const SceneBody = z.object({
  /** A cut-out: what surrounds the product is transparent. */
  image: PlainText.min(1).max(2_000),
  /**
   * The image is a photo with a background of its own: it is cut out first, which is paid on top, and the cut-out is kept as a
   * picture beside the scene. Where the cut-out is not sure, a set waits until its owner has looked at it, and is not paid.
   */
  hasBackground: z.boolean().optional(),
  ground: SceneGround,
  layout: SceneLayout.prefault({}),
  album: OrderAlbum,
})
export type SceneBody = z.infer<typeof SceneBody>

export const makeScene = endpoint({
  method: "POST",
  path: "/photo-scenes",
  access: "session",
  summary: "Puts a cut-out before a colour, a gradient, a picture or one of the engine's sets",
  body: SceneBody,
  reply: PhotoReply,
})

export const listSceneSets = endpoint({
  method: "GET",
  path: "/photo-scenes/sets",
  access: "session",
  summary: "The sets that a product can be put in",
  reply: z.object({ data: z.array(z.object({ name: z.string(), use: z.string(), takesColours: z.boolean() })) }),
})
