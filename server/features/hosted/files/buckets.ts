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
  /** Endings of names that are taken; any when absent. */
  endings?: readonly string[]
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
  endings: [...documentEndings, ...mediaEndings],
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

/** @throws AppError `storage_file_type_unsupported` for a name whose ending the bucket does not take; of pictures content decides */
export function checkExtension(bucket: Bucket, name: string): void {
  if (bucket.endings && !bucket.endings.includes(extensionOf(name))) {
    throw new AppError("storage_file_type_unsupported", `Only these are taken here: ${bucket.endings.join(", ")}.`)
  }
}

/** @returns the ending of a name, in lower case and without the dot; "" when it has none */
export function extensionOf(name: string): string {
  return name.match(/\.([^.]{1,16})$/)?.[1]?.toLowerCase() ?? ""
}
