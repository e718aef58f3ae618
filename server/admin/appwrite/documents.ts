import type { z } from "zod"
import { roomOf } from "#server/admin/command/room.ts"
import { shown, type Tally } from "#server/admin/command/tally.ts"
import { collections } from "#server/composition/collections.ts"
import { personalDataSources } from "#server/composition/personal-data-sources.ts"
import { transact } from "#server/db/open.ts"
import type { Collection } from "#server/declarations/collection.ts"
import type { Arrival, CarriedCopy, PersonalData, WriteArrival } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { isTaken } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { AccountImport, Owners } from "./accounts.ts"
import { type FileOwners, readFileOwners, reasonOf } from "./files.ts"
import { ownerOf, pathOfFile } from "./owner.ts"
import { type AppwriteReader, countRows, type Row, rowsOf } from "./reader.ts"

/** Attributes about places in the academy and about who sees what: the server here decides them. */
const decidedHere = new Set(["stage", "cohort", "isActivated", "program", "programId", "is_public", "waits_until"])

/** Largest picture of a document, in bytes. */
const mostPictureBytes = 64_000_000

/** After so many documents it is told how many were looked at. */
const toldDocuments = 100

const recordOf = (collection: Collection): string => `documents/${collection.id}.json`

/**
 * Takes in documents of collections that are here by the same name and whose features take in a person's copy; each in a
 * commit of its own, private, by the rules of its collection.
 * @returns paths of files that are pictures of documents, which are no uploads beside
 */
export async function takeInDocuments(job: AccountImport, owners: Owners): Promise<ReadonlySet<string>> {
  const { reader, tally, say } = job
  const sources = personalDataSources(collections)
  const pictures = new Set<string>()
  let files: FileOwners | null = null
  let read = 0
  for await (const database of rowsOf(reader, "/databases", "databases")) {
    const place = `/databases/${database.$id}/collections`
    for await (const theirs of rowsOf(reader, place, "collections")) {
      const path = `${place}/${theirs.$id}/documents`
      const own = collections.get(theirs.$id) ?? collections.get(String(theirs.name))
      const takers = own ? sources.filter(({ takes = [] }) => takes.includes(recordOf(own))) : []
      if (!own || takers.length === 0) {
        const why = own ? "what is in it is decided or made here" : "there is no collection of this name here"
        const name = shown(String(theirs.name ?? theirs.$id))
        tally.left(`documents of ${name}`, why, { count: await countRows(reader, path, "documents") })
        continue
      }
      for await (const document of rowsOf(reader, path, "documents")) {
        tellAttributes(own, document, tally)
        if (pictureIn(own, document) !== null) files ??= await readFileOwners(reader)
        const found = destinationOf(own, document, owners, files ?? new Map())
        if ("why" in found) tally.left(`documents of ${own.id}`, found.why, { id: document.$id })
        else {
          if (found.picture !== null) pictures.add(found.picture)
          if (job.isLook) tally.came(`documents of ${own.id}`)
          else await takeInOne(job, { own, takers, document, ...found })
        }
        if (++read % toldDocuments === 0) say(`  so far    ${read} documents are looked at`)
      }
    }
  }
  return pictures
}

/** One document on its way to its owner. */
interface Arriving {
  own: Collection
  takers: readonly PersonalData[]
  accountId: string
  document: Row
  picture: string | null
}

async function takeInOne({ s, reader, tally }: AccountImport, arriving: Arriving): Promise<void> {
  const { own, takers, accountId, document } = arriving
  const undos: (() => Promise<void>)[] = []
  const told: (() => void)[] = []
  try {
    const arrival: Arrival = {
      copy: await copyOf(s, reader, arriving),
      accountId,
      pictures: new Map(),
      uploads: new Map(),
      // Files come after documents, under names of their own.
      addressHere: (address) => (pathOfFile(address) === null ? address : null),
      came: (what, count) => told.push(() => tally.came(what, count)),
      left: (what, count, why) => told.push(() => tally.left(what, why, { count })),
      tell: () => {},
      onFailure: (undo) => undos.push(undo),
    }
    const writes: WriteArrival[] = []
    for (const { takeIn } of takers) if (takeIn) writes.push(await takeIn(s, arrival))
    await transact(s.db, async (tx) => {
      for (const write of writes) await write(tx, accountId)
      const { isOver } = await roomOf(tx, accountId)
      if (isOver) throw new AppError("storage_quota_exceeded", "their owner has no room for more files")
    })
    for (const tell of told) tell()
  } catch (error) {
    for (const undo of undos) {
      await undo().catch((failure) => s.log.warn({ err: failure }, "files of a document were left to the sweep"))
    }
    if (!(error instanceof AppError) && !isTaken(error)) throw error
    const why = error instanceof AppError ? reasonOf(error) : "another run took them in at the same moment"
    tally.left(`documents of ${own.id}`, why, { id: document.$id })
  }
}

/** A document as the copy of a person, which is what features take in. */
async function copyOf(s: Services, reader: AppwriteReader, arriving: Arriving): Promise<CarriedCopy> {
  const { own, document, picture } = arriving
  const values = await checked(s, own, document)
  const [record, file] = [recordOf(own), `pictures/${document.$id}.file`]
  return {
    names: picture === null ? [record] : [record, file],
    async record<Schema extends z.ZodType>(name: string, schema: Schema) {
      if (name !== record) return null
      const result = schema.safeParse([values])
      if (result.success) return result.data
      const [issue] = result.error.issues
      throw invalid(issue?.path.slice(1).join(".") ?? "", issue?.message ?? "")
    },
    bytes: () => reader.bytes(`${picture}/download`, mostPictureBytes),
  }
}

/** All attributes of the collection, unset ones null, what its owner could write checked as if they wrote it. */
async function checked(s: Services, own: Collection, document: Row): Promise<Record<string, unknown>> {
  const unset = Object.keys(own.attributes).map((name) => [name, null] as const)
  const given = Object.entries(document)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => [own.aliases?.[name] ?? name, value] as const)
  const { schema, complete } = own.update ?? {}
  const writable = schema ? given.filter(([name]) => name in schema.shape) : []
  const result = schema?.safeParse(Object.fromEntries(writable))
  if (result && !result.success) {
    const [issue] = result.error.issues
    throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "")
  }
  const written = result?.data ?? {}
  const completed = complete ? await transact(s.db, (tx) => complete(tx, document.$id, written)) : written
  return { ...Object.fromEntries([...unset, ...given]), ...completed }
}

function invalid(attribute: string, message: string): AppError {
  return new AppError("document_invalid_structure", `the attribute ${shown(attribute)}: ${message}`)
}

/** Whose account a document goes to, with which picture; or why it stays behind. */
function destinationOf(
  own: Collection,
  document: Row,
  owners: Owners,
  files: FileOwners,
): { accountId: string; picture: string | null } | { why: string } {
  const owner = ownerIn(own, document)
  if (owner === null) return { why: "whose they are is not known" }
  const accountId = owners.get(owner)
  if (accountId === undefined) return { why: "the account they belong to did not come in" }
  const picture = pictureIn(own, document)
  // Anybody may write any address into a document of theirs, and we read with a key that sees everything.
  const seenBy = picture === null ? null : files.get(picture)
  if (seenBy !== null && seenBy !== owner) return { why: "their picture is not there, or not their owner's to see" }
  return { accountId, picture }
}

/** The path of the file that a document shows, null for none of the project. */
function pictureIn(own: Collection, document: Row): string | null {
  return "url" in own.attributes ? pathOfFile(document.url) : null
}

/** Whose a document is; nobody's where its attribute and its permissions name different people: either may be a stranger's. */
function ownerIn(own: Collection, document: Row): string | null {
  const [named, permitted] = [document[own.owner], ownerOf(document.$permissions)]
  if (typeof named !== "string" || named === "") return permitted
  return permitted === null || permitted === named ? named : null
}

/** Tells which attributes nothing becomes of, by their names. */
function tellAttributes(own: Collection, document: Row, tally: Tally): void {
  for (const [name, value] of Object.entries(document)) {
    if (name.startsWith("$") || value === null || value === false || value === "") continue
    const attribute = own.aliases?.[name] ?? name
    const what = `values of ${own.id}.${shown(name)}`
    if (!Object.hasOwn(own.attributes, attribute)) tally.left(what, "there is no such attribute here")
    else if (decidedHere.has(attribute)) tally.left(what, "it is decided here")
  }
}
