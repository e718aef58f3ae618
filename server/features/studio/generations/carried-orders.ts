import { z } from "zod"
import { PlainText, RecordId } from "#contract/primitives.ts"
import type { Arrival } from "#server/declarations/personal-data.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import { pictureKind } from "./kind.ts"
import { PictureInput } from "./picture-input.ts"

/** An order of a copy, whose settings its kind can read. */
export interface Order {
  id: string
  kind: RunKind
  /** Pictures that it was for. */
  count: number
  input: object
}

/** Kinds of work on a photo as a copy names them, and as which they come in: products stay there. */
const photoWork: ReadonlyMap<string, string> = new Map([
  ["upscale", "upscale"],
  ["cut-out", "cut-out"],
  ["scene", "scene"],
  ["product-cut-out", "cut-out"],
  ["product-scene", "scene"],
])

/** Models stay there. */
const DrawnInput = PictureInput.omit({ trainingId: true })

const Named = z.looseObject({ id: RecordId, kind: z.string() })

/** A photo that something was made of; where its bytes lay there means nothing here. */
const Photo = z.object({
  from: z.enum(["file", "picture", "shot", "data"]),
  id: z.string(),
  name: PlainText.max(20_000),
  width: z.number(),
  height: z.number(),
  mimeType: z.string(),
})
type Photo = z.output<typeof Photo>

/** What orders of work on photos say of those, whatever else they have. */
const Work = z.looseObject({
  source: Photo,
  behind: Photo.optional(),
  ground: z.looseObject({ image: z.string().optional() }).optional(),
  /** Another order there. */
  cutOutRunId: z.unknown().optional(),
})

/** The orders of a copy that drew pictures or worked on photos; others, and those that cannot be read, are passed over. */
export async function readOrders(
  { copy }: Arrival,
  kinds: ReadonlyMap<string, RunKind>,
): Promise<ReadonlyMap<string, Order>> {
  const given = (await copy.record("orders.json", z.array(z.unknown()))) ?? []
  const orders = given.map((one) => readOrder(one, kinds)).flatMap((order) => order ?? [])
  return new Map(orders.map((order) => [order.id, order]))
}

function readOrder(given: unknown, kinds: ReadonlyMap<string, RunKind>): Order | null {
  const named = Named.safeParse(given)
  if (!named.success) return null
  const { id, kind: name } = named.data
  if (name === pictureKind.name) {
    const drawn = DrawnInput.safeParse(given)
    return drawn.success ? { id, kind: pictureKind, count: drawn.data.count, input: drawn.data } : null
  }
  const kind = kinds.get(photoWork.get(name) ?? "")
  const read = kind?.input.safeParse({ ...named.data, isPublic: false })
  if (!kind || !read?.success || !Work.safeParse(read.data).success) return null
  return { id, kind, count: 1, input: Object(read.data) }
}

/**
 * The settings of an order with the photos that it was made of as they are called here.
 * @returns how many of those did not come along too; each is told of by its name only
 */
export function inputHere({ kind, input }: Order, arrival: Arrival): { input: object; missing: number } {
  if (kind.name === pictureKind.name) return { input: { ...input, isPublic: false }, missing: 0 }
  const { source, behind, ground, cutOutRunId: _, ...rest } = Work.parse(input)
  const photos = [source, behind].map((photo) => photo && photoHere(photo, arrival))
  const [sourceHere, behindHere] = photos
  const image = ground?.image === undefined ? null : arrival.addressHere(ground.image)
  return {
    input: {
      ...rest,
      source: sourceHere,
      ...(behindHere && { behind: behindHere }),
      ...(ground && { ground: image === null ? ground : { ...ground, image } }),
    },
    missing: [source, behind].filter((photo, at) => photo && photo.from !== "data" && photos[at]?.from === "data")
      .length,
  }
}

function photoHere(photo: Photo, { pictures, uploads }: Arrival): Photo {
  const id =
    photo.from === "picture" ? pictures.get(photo.id) : photo.from === "file" ? uploads.get(photo.id) : undefined
  // Nothing lies under this: what it was called is still told.
  return id === undefined ? { ...photo, from: "data", id: "" } : { ...photo, id }
}
