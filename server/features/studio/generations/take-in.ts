import { extname } from "node:path"
import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { knownMode } from "#contract/catalogue/modes.ts"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Arrival, WriteArrival } from "#server/declarations/personal-data.ts"
import type { RunKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { recordEndedRuns } from "#server/features/studio/runs/service.ts"
import { markOf, readMark } from "#server/media/ai-mark.ts"
import { dropPicture, holdPicture, keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { inTurn, jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { inputHere, type Order, readOrders } from "./carried-orders.ts"
import { generationsCollection } from "./collection.ts"
import { pictureKind } from "./kind.ts"
import { findRunIds, insertPictures, listKept } from "./queries.ts"
import { pictureId } from "./serialise.ts"

/** Pictures that one copy may bring. */
const mostPictures = 10_000

/** After so many pictures it is told how many are stored. */
const toldPictures = 100

/** How long stored pictures wait for the transaction that writes their rows, in seconds: longer than any copy takes. */
const waitingSeconds = 86_400

/** What storing one counts among other work on pictures, in pixels. */
const storingCost = 1_000_000

const Words = PlainText.max(20_000)

/**
 * What a copy says of a picture; the rest of its document follows from its bytes, or is decided anew. A copy of this
 * product has all of it; another server may know nothing of the words that were sent, nor of a placeholder.
 */
const Picture = z
  .object({
    $id: RecordId,
    $createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    prompt: Words,
    sent_prompt: Words.nullable(),
    mode: z.string().regex(/^[\w.-]{1,60}$/),
    engine: z
      .string()
      .regex(/^[\w .:-]{1,60}$/)
      .nullable()
      .catch(null),
    aspect_ratio: AspectRatio,
    placeholder: z
      .string()
      .regex(/^data:image\/(gif|webp);base64,[\w+/=]{1,4000}$/)
      .nullable(),
  })
  .transform((picture) => ({ ...picture, sent_prompt: picture.sent_prompt ?? picture.prompt }))
type Picture = z.output<typeof Picture>

/** A picture of the copy with the order it came of there, and which of that order's pictures it is, from 0. */
interface Carried {
  picture: Picture
  order: Order | null
  number: number
}

/** One whose bytes are stored here. */
interface Stored extends Carried {
  kept: StoredPicture
}

/**
 * Takes in a person's pictures with their words and settings, and what was made of which; all of them private, whatever they
 * were.
 */
export async function takeInPictures(
  s: Services,
  arrival: Arrival,
  kinds: ReadonlyMap<string, RunKind>,
): Promise<WriteArrival> {
  const { copy } = arrival
  const pictures = (await copy.record("documents/generations.json", z.array(Picture).max(mostPictures))) ?? []
  const files = new Map(
    copy.names
      .filter((name) => name.startsWith("pictures/"))
      .map((name) => [name.slice(9, -extname(name).length), name]),
  )
  const orders = await readOrders(arrival, kinds)
  const carried = [...new Map(pictures.map((picture) => [picture.$id, withOrder(picture, orders)])).values()]
  const known = arrival.accountId === null ? new Map() : await findKnown(s.db, arrival.accountId, carried)
  const stored: Stored[] = []
  arrival.onFailure(async () => {
    for (const { kept } of stored) await dropPicture(s, kept)
  })
  let [missing, before] = [0, 0]
  for (const one of carried) {
    const { picture } = one
    const file = files.get(picture.$id)
    const here = known.get(picture.$id)
    if (here !== undefined) {
      arrival.pictures.set(picture.$id, here)
      before++
    } else if (file === undefined) missing++
    else {
      stored.push(await store(s, one, await copy.bytes(file)))
      if (stored.length % toldPictures === 0) arrival.tell(`${stored.length} pictures are stored`)
    }
  }
  arrival.came("pictures, now private", stored.length)
  arrival.left("pictures", before, "they are here already")
  arrival.left("pictures", missing, "their files did not come with them")
  const documents = new Set(pictures.map(({ $id }) => $id))
  const others = [...files.keys()].filter((id) => !documents.has(id))
  const earlier = others.filter((id) => /-(first|other)$/.test(id)).length
  arrival.left("earlier versions of pictures", earlier, "only what a picture is now comes in")
  arrival.left("pictures of the trash", others.length - earlier, "take them out of the trash there to bring them along")
  return (tx, accountId) => writeAll(s, tx, accountId, stored, arrival)
}

function withOrder(picture: Picture, orders: ReadonlyMap<string, Order>): Carried {
  const [, runId = "", place = ""] = /^(.+)-([1-4])$/.exec(picture.$id) ?? []
  const order = orders.get(runId)
  return order ? { picture, order, number: Number(place) - 1 } : { picture, order: null, number: 0 }
}

/** What pictures of a copy are called in an account that has them: it came in before, or is of this very installation. */
async function findKnown(db: Db, accountId: string, carried: readonly Carried[]): Promise<Map<string, string>> {
  const runs = await findRunIds(db, accountId, carried.map(keyOf))
  const names = new Map(carried.map((one) => [one, pictureId(runs.get(keyOf(one)) ?? "", one.number)]))
  const here = await listKept(db, accountId, [...names.values(), ...carried.map(({ picture }) => picture.$id)])
  return new Map(
    carried.flatMap((one): [string, string][] => {
      const id = [one.picture.$id, names.get(one) ?? ""].find((name) => here.has(name))
      return id === undefined ? [] : [[one.picture.$id, id]]
    }),
  )
}

async function store(s: Services, one: Carried, bytes: Buffer): Promise<Stored> {
  const { $id: id, mode, engine, placeholder } = one.picture
  const drawn = knownMode(mode) ? markOf("trainedAlgorithmicMedia", engine) : null
  const mark = (await readMark(bytes)) ?? drawn
  const work = () => keepPicture(s, bytes, mark, waitingSeconds)
  const kept = await inTurn("work", jobWorker("an import"), storingCost, work).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError("general_argument_invalid", `The picture ${id} in the copy cannot be read.`, { cause })
  })
  return { ...one, kept: placeholder === null ? kept : { ...kept, placeholder } }
}

async function writeAll(
  s: Services,
  tx: Tx,
  accountId: string,
  stored: readonly Stored[],
  arrival: Arrival,
): Promise<void> {
  if (stored.length === 0) return
  // Two imports of one moment come one after the other.
  await holdAccount(tx, accountId)
  const runIds = await findRunIds(tx, accountId, stored.map(keyOf))
  const added = new Map(stored.filter((one) => !runIds.has(keyOf(one))).map((one) => [keyOf(one), one]))
  for (const key of added.keys()) runIds.set(key, newId())
  const place = (one: Stored) => {
    const runId = runIds.get(keyOf(one)) ?? ""
    return { id: pictureId(runId, one.number), runId, position: one.number + 1, accountId }
  }
  // All have their names before any order is written: one names the pictures that it was made of.
  for (const one of stored) arrival.pictures.set(one.picture.$id, place(one).id)
  let missing = 0
  const runs = [...added].map(([key, one]) => {
    const order = one.order ?? plainOrder(one)
    const here = inputHere(order, arrival)
    missing += here.missing
    const { kind, count } = order
    const endedAt = one.picture.$createdAt
    const id = runIds.get(key) ?? ""
    return { id, accountId, kind, input: here.input, count, idempotencyKey: key, body: [key], endedAt }
  })
  for (const some of inGroups(runs)) await recordEndedRuns(tx, some)
  for (const some of inGroups(stored)) {
    const rows = await insertPictures(
      tx,
      some.map((one) => ({ ...rowOf(one), ...place(one) })),
    )
    await holdPicture(tx, ...some.map(({ kept }) => kept))
    for (const row of rows) await publishDocument(tx, s.config, generationsCollection, row, "create")
  }
  arrival.left("links to what pictures were made of", missing, "it did not come along")
}

/** Rows that one statement writes. */
const groupRows = 200

function* inGroups<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += groupRows) yield all.slice(at, at + groupRows)
}

/** One order of the copy is one here, whenever its pictures come. */
function keyOf({ picture, order }: Carried): string {
  return `import:${order?.id ?? picture.$id}`
}

function rowOf({ picture, kept }: Stored) {
  const { prompt, sent_prompt: sentPrompt, mode, engine, aspect_ratio: aspectRatio, $createdAt: createdAt } = picture
  const about = { prompt, sentPrompt, mode, engine, aspectRatio, createdAt, trade: tradeOf(prompt) }
  return { ...kept, ...about, isPublic: false, isInQuota: true }
}

/** The order of a picture of which the copy has none that can be read. */
function plainOrder({ picture, kept: { width, height } }: Stored): Order {
  const { $id: id, mode, prompt, sent_prompt: sentPrompt, aspect_ratio: aspectRatio } = picture
  const words = { mode, prompt, sentPrompt, aspectRatio }
  return {
    id,
    kind: pictureKind,
    count: 1,
    input: { ...words, width, height, count: 1, seed: 1, format: "webp", isRaw: false },
  }
}
