import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { maxPhotoSide } from "#contract/hosted/picture-kinds.ts"

/** Most strokes that are sent at once, and points of them all. */
export const maxStrokes = 200
export const maxStrokePoints = 8_000

/** Thinnest and widest brush: half its width, in pixels of the picture. */
export const brushRadius = { least: 1, most: 2_048 } as const

/** Most pixels that all strokes of one call may paint over; what more there is to do is a call of its own. */
const mostPaint = 150_000_000

/** Engines look at the painted part no larger than this, in pixels of its long side. */
const workingSide = 1_280

const Coordinate = z
  .number()
  .min(-maxPhotoSide)
  .max(2 * maxPhotoSide)

/** A line that a person drew over a cut-out, in pixels of the picture. */
export const CutOutStroke = z.object({
  kind: z.enum(["keep", "erase"]),
  radius: z.number().min(brushRadius.least).max(brushRadius.most),
  /** x and y in turn. */
  points: z
    .array(Coordinate)
    .min(2)
    .max(2 * maxStrokePoints)
    .refine((points) => points.length % 2 === 0, "Points are pairs of x and y"),
})
export type CutOutStroke = z.infer<typeof CutOutStroke>

/** Most taps and boxes of one call: each is looked for by itself. */
export const maxTaps = 40

/** What a person pointed at, in pixels of the picture. */
export const CutOutTap = z.discriminatedUnion("kind", [
  /** A place that is part of the product: what hangs together with it comes back. */
  z.object({ kind: z.literal("belongs"), x: Coordinate, y: Coordinate }),
  /** A place that is not: what hangs together with it goes. */
  z.object({ kind: z.literal("foreign"), x: Coordinate, y: Coordinate }),
  /** The product is in here, and everything outside goes. */
  z.object({ kind: z.literal("box"), left: Coordinate, top: Coordinate, right: Coordinate, bottom: Coordinate }),
  /** Openings inside the product, through which the ground shows, are all filled or opened. */
  z.object({ kind: z.literal("openings"), are: z.enum(["filled", "open"]) }),
])
export type CutOutTap = z.infer<typeof CutOutTap>

/** Why taps cannot be followed. @returns null when they can */
export function refuseTaps(
  taps: readonly CutOutTap[],
  { width, height }: { width: number; height: number },
): string | null {
  if (taps.length > maxTaps) return "Those are a lot of taps at once. Please save more often."
  const isOutside = taps.some((tap) => {
    if (tap.kind === "box") return tap.right <= 0 || tap.bottom <= 0 || tap.left >= width || tap.top >= height
    if (tap.kind === "openings") return false
    return tap.x < 0 || tap.y < 0 || tap.x >= width || tap.y >= height
  })
  if (isOutside) return "A tap lies outside the picture."
  const isFlat = taps.some((tap) => tap.kind === "box" && (tap.right <= tap.left || tap.bottom <= tap.top))
  return isFlat ? "A box has no room inside." : null
}

/** How far an edge may be moved or softened at once, as a share of the picture's short side. */
export const farthestEdge = 0.015

const Reach = z.number().max(maxPhotoSide)

/** How the edge of a cut-out is changed all around, in pixels of the picture. */
export const CutOutEdge = z.object({
  /** How far it is moved: outwards above 0, inwards below. */
  shift: Reach.min(-maxPhotoSide).default(0),
  /** How far it is softened to either side. */
  feather: Reach.min(0).default(0),
  /** Whether its pixels take the product's colours, so that the old background does not shine through. */
  isClean: z.boolean().default(false),
})
export type CutOutEdge = z.infer<typeof CutOutEdge>

export function changesEdge({ shift, feather, isClean }: CutOutEdge): boolean {
  return shift !== 0 || feather !== 0 || isClean
}

/** Why an edge cannot be changed so far at once. @returns null when it can */
export function refuseEdge(
  { shift, feather }: CutOutEdge,
  { width, height }: { width: number; height: number },
): string | null {
  // A pixel is always allowed, however small the picture is.
  const farthest = Math.max(1, farthestEdge * Math.min(width, height)) + 0.05
  return Math.max(Math.abs(shift), feather) > farthest ? "That is too far for one change of the edge." : null
}

/**
 * Why strokes are too much for one call: they bound its time.
 * @returns null when they are not
 */
export function refuseStrokes(
  strokes: readonly CutOutStroke[],
  { width, height }: { width: number; height: number },
): string | null {
  const reached = { left: width, top: height, right: 0, bottom: 0 }
  let points = 0
  let paint = 0
  for (const stroke of strokes) {
    const breadth = 2 * Math.min(stroke.radius, width + height)
    points += stroke.points.length / 2
    for (let i = 0; i < stroke.points.length; i += 2) {
      const from = Math.max(0, i - 2)
      const [x0 = 0, y0 = 0] = stroke.points.slice(from, from + 2)
      const [x1 = 0, y1 = 0] = stroke.points.slice(i, i + 2)
      paint += Math.min(breadth + Math.abs(x1 - x0), width) * Math.min(breadth + Math.abs(y1 - y0), height)
      reached.left = Math.min(reached.left, x1 - breadth)
      reached.right = Math.max(reached.right, x1 + breadth)
      reached.top = Math.min(reached.top, y1 - breadth)
      reached.bottom = Math.max(reached.bottom, y1 + breadth)
    }
  }
  const side = Math.max(
    Math.min(width, reached.right) - Math.max(0, reached.left),
    Math.min(height, reached.bottom) - Math.max(0, reached.top),
  )
  const scale = Math.min(1, workingSide / Math.max(1, side))
  if (strokes.length > maxStrokes || points > maxStrokePoints || paint * scale ** 2 > mostPaint) {
    return "That is a lot of painting at once. Please save more often."
  }
  return null
}

/** The engine's answers for a photo. */
export const cutOutAnswers = ["first", "other"] as const

/** A cut-out that can be mended. */
export const CutOut = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** Grows with each change; what is painted on one version is not taken for another. */
  version: z.number().int(),
  /** Whether it differs from the first cut-out, which can be brought back. */
  isRefined: z.boolean(),
  /** The photo it was cut out of; null when that is gone, and nothing can be mended. */
  photoUrl: z.string().nullable(),
  /** False: the outline deserves a look. */
  isSure: z.boolean(),
  /** Whether nobody needs to look any more: the engine was sure, or its owner looked at it, chose or mended. */
  isSettled: z.boolean(),
  /** What the engine found, where it was not sure and found something else too; null where there is nothing to choose. */
  answers: z
    .object({
      firstUrl: z.string(),
      otherUrl: z.string(),
      /** The one that the cut-out is now; null once it was mended. */
      chosen: z.enum(cutOutAnswers).nullable(),
    })
    .nullable(),
})
export type CutOut = z.infer<typeof CutOut>

const params = z.object({ pictureId: z.string().max(40) })
const reply = z.object({ data: CutOut })

export const getCutOut = endpoint({
  method: "GET",
  path: "/cut-outs/:pictureId",
  access: "session",
  summary: "An own cut-out and the photo behind it",
  params,
  reply,
})

/** Most pictures that are asked about at once. */
const maxAsked = 100

export const listDoubts = endpoint({
  method: "GET",
  path: "/cut-outs/doubts",
  access: "session",
  summary: "Which own pictures were made of a cut-out that is not sure and that nobody has looked at",
  query: z.object({
    /** Ids with commas between them. */
    pictures: z
      .string()
      .max(maxAsked * 61)
      .transform((text) => text.split(","))
      .pipe(
        z
          .array(z.string().regex(/^[\w.-]{1,60}$/, "A picture has another id"))
          .min(1)
          .max(maxAsked),
      ),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        pictureId: z.string(),
        /** The cut-out to look at, which may be the picture itself; null while it lies in the trash. */
        cutOutId: z.string().nullable(),
      }),
    ),
  }),
})

export const RefineBody = z
  .object({
    /** The version that was painted on. */
    version: z.number().int().min(0),
    /** Followed first, one after the other. */
    taps: z.array(CutOutTap).max(maxTaps, "Those are a lot of taps at once. Please save more often.").default([]),
    /** Painted after the taps. */
    strokes: z.array(CutOutStroke).max(maxStrokes).default([]),
    /** Changed after the strokes. */
    edge: CutOutEdge.optional(),
  })
  .refine(
    ({ taps, strokes, edge }) => taps.length > 0 || strokes.length > 0 || (edge && changesEdge(edge)),
    "There is nothing to change",
  )
export type RefineBody = z.infer<typeof RefineBody>

export const refineCutOut = endpoint({
  method: "POST",
  path: "/cut-outs/:pictureId/refine",
  access: "session",
  summary: "Mends an own cut-out where taps, boxes and strokes say so, and changes its edge; free of charge",
  params,
  body: RefineBody,
  reply,
})

export const restoreCutOut = endpoint({
  method: "POST",
  path: "/cut-outs/:pictureId/restore",
  access: "session",
  summary: "Brings the first cut-out back",
  params,
  reply,
})

export const chooseAnswer = endpoint({
  method: "POST",
  path: "/cut-outs/:pictureId/answer",
  access: "session",
  summary: "Takes one of the engine's two answers as the cut-out; free of charge",
  params,
  body: z.object({ answer: z.enum(cutOutAnswers) }),
  reply,
})

export const settleCutOut = endpoint({
  method: "POST",
  path: "/cut-outs/:pictureId/settle",
  access: "session",
  summary: "Says that an unsure cut-out was looked at and stays as it is",
  params,
  body: z.object({
    /** The version that was looked at. */
    version: z.number().int().min(0),
  }),
  reply,
})

/** Where one of the answers can be looked at, by its owner. */
export function answerPath(pictureId: string, answer: string): string {
  return `/cut-outs/${pictureId}/answers/${answer}`
}
