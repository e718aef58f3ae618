import { z } from "zod"
import { bucketBytes, documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { hasArrived, takeInFile } from "#server/features/hosted/files/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { AccountImport, Owners } from "./accounts.ts"
import { isReadByAll, ownerOf } from "./owner.ts"
import { type AppwriteReader, plainName, type Row, rowsOf } from "./reader.ts"

/** After so many files it is told how many were looked at. */
const toldFiles = 100

/** A file there, in its bucket, and its path below the API. */
interface TheirFile {
  row: Row
  bucketId: string
  path: string
}

const File = z.object({
  name: z.string().catch(""),
  mimeType: z.string().catch(""),
  sizeOriginal: z.number().int().nonnegative(),
  chunksTotal: z.number().catch(1),
  chunksUploaded: z.number().catch(1),
})

/**
 * Takes in the files of a project as uploads of their owners, seen by these alone: pictures among the pictures, everything
 * else among the documents, each checked as if it were uploaded and in a commit of its own.
 * @param pictures paths of files that belong to documents
 */
export async function takeInFiles(job: AccountImport, owners: Owners, pictures: ReadonlySet<string>): Promise<void> {
  const { reader, say } = job
  let read = 0
  for await (const bucket of rowsOf(reader, "/storage/buckets", "buckets")) {
    for await (const row of rowsOf(reader, `/storage/buckets/${bucket.$id}/files`, "files")) {
      const file = { row, bucketId: bucket.$id, path: `/storage/buckets/${bucket.$id}/files/${row.$id}` }
      const isPictureOfDocument = pictures.has(file.path)
      const why = isPictureOfDocument ? "they are the pictures of documents" : await takeInOne(job, owners, file)
      if (why !== null) job.tally.left("files", why, { id: row.$id })
      if (++read % toldFiles === 0) say(`  so far    ${read} files are looked at`)
    }
  }
}

/** Whose the files of a project are, by their paths; null for those that everybody may see. */
export type FileOwners = ReadonlyMap<string, string | null>

/** Reads whose files there are: of a picture in somebody's document only what that person could see comes in. */
export async function readFileOwners(reader: AppwriteReader): Promise<FileOwners> {
  const owners = new Map<string, string | null>()
  for await (const bucket of rowsOf(reader, "/storage/buckets", "buckets")) {
    const place = `/storage/buckets/${bucket.$id}/files`
    for await (const { $id, $permissions } of rowsOf(reader, place, "files")) {
      const isOpen = isReadByAll($permissions) || isReadByAll(bucket.$permissions)
      const owner = isOpen ? null : ownerOf($permissions)
      if (isOpen || owner !== null) owners.set(`${place}/${$id}`, owner)
    }
  }
  return owners
}

/** @returns why it does not come in, null when it does */
async function takeInOne(job: AccountImport, owners: Owners, theirs: TheirFile): Promise<string | null> {
  const { row, path, bucketId: thereBucketId } = theirs
  const { s, reader, tally, isLook } = job
  const owner = ownerOf(row.$permissions)
  const accountId = owner === null ? undefined : owners.get(owner)
  if (accountId === undefined) {
    return owner === null ? "whose they are is not known" : "the account they belong to did not come in"
  }
  const read = File.safeParse(row)
  if (!read.success) return "their size is not told"
  const { name, mimeType, sizeOriginal: byteSize, chunksTotal, chunksUploaded } = read.data
  if (chunksUploaded < chunksTotal) return "their upload was not finished"
  const isPicture = mimeType.startsWith("image/")
  const bucketId = isPicture ? imagesBucketId : documentsBucketId
  if (byteSize > bucketBytes[bucketId]) return `they have more than ${bucketBytes[bucketId]} bytes`
  const file = { accountId, bucketId, thereId: row.$id, thereBucketId, name: nameOf(name, row.$id), byteSize }
  if (await hasArrived(s.db, file)) return "they are here already"
  try {
    if (!isLook) {
      const bytes = await reader.bytes(`${path}/download`, bucketBytes[bucketId])
      if (bytes.length !== byteSize) return "their bytes are not as many as they are said to be"
      if (!(await takeInFile(s, file, bytes))) return "they are here already"
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reasonOf(error)
  }
  tally.came(isPicture ? "uploaded pictures, seen by their owner alone" : "documents, seen by their owner alone")
  return null
}

/** What is wrong, without the name of the one thing that it is about. */
export function reasonOf(error: AppError): string {
  return (error.cause instanceof AppError ? error.cause : error).message
}

/** A name as an upload may have it: without characters that steer a screen, and with its ending where it is too long. */
function nameOf(name: string, id: string): string {
  const plain = plainName(name)
  const [, ending = ""] = /(\.[^.]{1,16})$/.exec(plain) ?? []
  return plain.length > 255 ? plain.slice(0, 255 - ending.length).toWellFormed() + ending : plain || id
}
