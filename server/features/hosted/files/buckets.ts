import { isDocument } from "#contract/hosted/document-kinds.ts"
import {
  bucketBytes,
  documentEndings,
  documentsBucketId,
  imagesBucketId,
  mediaEndings,
  scratchBucketId,
} from "#contract/hosted/files.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import type { Config } from "#server/settings/config.ts"

/** A place for files. Who made a file says who may do what with it; the bucket itself only says who may upload. */
export interface Bucket {
  id: string
  maxBytes: number
  mayCreate(caller: Caller): boolean
  /** Whether only pictures that we can show belong here. */
  isPicturesOnly: boolean
  /** Whether only documents, sounds and films belong here. */
  isDocumentsOnly?: true
}

const isSignedIn = (caller: Caller): boolean => caller.kind !== "guest"

/** The product's pictures: uploads of sellers, and what the image host keeps. */
export const imagesBucket: Bucket = {
  id: imagesBucketId,
  maxBytes: bucketBytes[imagesBucketId],
  mayCreate: isSignedIn,
  isPicturesOnly: true,
}

/** Documents of learners, and documents, sounds and films of lessons. */
const documentsBucket: Bucket = {
  id: documentsBucketId,
  maxBytes: bucketBytes[documentsBucketId],
  mayCreate: isSignedIn,
  isPicturesOnly: false,
  isDocumentsOnly: true,
}

/** Anything of anybody signed in; for conformance tests. */
function scratchBucket(maxBytes: number): Bucket {
  return { id: scratchBucketId, maxBytes, mayCreate: isSignedIn, isPicturesOnly: false }
}

/** @throws AppError `storage_bucket_not_found` */
export function bucketAt(config: Pick<Config, "isConformance" | "conformanceFileBytes">, id: string): Bucket {
  if (id === imagesBucketId) return imagesBucket
  if (id === documentsBucketId) return documentsBucket
  if (id === scratchBucketId && config.isConformance) return scratchBucket(config.conformanceFileBytes)
  throw new AppError("storage_bucket_not_found", "This bucket does not exist.")
}

/**
 * @param start first bytes of the file
 * @throws AppError `storage_file_type_unsupported` for what is no document where only those belong; what a picture is shows
 *   when all of it is there
 */
export function checkKind(bucket: Bucket, name: string, start: Uint8Array): void {
  if (!bucket.isDocumentsOnly || isDocument(name, start)) return
  const endings = [...documentEndings, ...mediaEndings].join(", ")
  throw new AppError("storage_file_type_unsupported", `Only these are taken here: ${endings}.`)
}

/** @returns the ending of a name, in lower case and without the dot; "" when it has none */
export function extensionOf(name: string): string {
  return name.match(/\.([^.]{1,16})$/)?.[1]?.toLowerCase() ?? ""
}
