import { bucketBytes, imagesBucketId } from "#contract/hosted/files.ts"
import type { HostedImage, HostReceipt } from "#contract/hosted/image-host.ts"
import type { ImageHost, UploadForm } from "#server/adapters/image-host/port.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { openDrafts, storePieces } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { defaultPermissions, isPermitted } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import type { PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import { imagesBucket } from "./buckets.ts"
import { describeHosted } from "./image-host.ts"
import { countUploads, findUpload, insertUpload, lockUploads } from "./outside-upload-queries.ts"
import { findFileJson } from "./queries.ts"
import { keepFile, readName } from "./upload.ts"

/** Pictures of one person that may lie at the host at a time. */
const maxUploads = 120

/**
 * Permits one picture of exactly this length to go straight to the outside image host: in a folder of the person's, in
 * our formats, for an hour, once (docs/product-rules.md#image-host).
 * @throws AppError `not_found` where this installation takes pictures itself, `storage_file_type_unsupported`, `too_many_running`
 */
export async function permitUpload(
  s: Services,
  { accountId }: Person,
  { name: given, bytes }: { name: string; bytes: number },
): Promise<UploadForm & { id: string }> {
  const host = hostOf(s)
  const name = readName(given)
  const id = newId()
  const publicId = `aworan/${accountId}/${id}`
  await transact(s.db, async (tx) => {
    await lockUploads(tx, accountId)
    if ((await countUploads(tx, accountId)) >= maxUploads) {
      throw new AppError("too_many_running", "You uploaded many pictures in a short time. Please go on in an hour.")
    }
    await insertUpload(tx, { id, publicId, accountId, name, byteSize: bytes })
  })
  return { id, ...host.permit(publicId, s.now()) }
}

/**
 * Takes over a picture that the host has received, as a file of the person's own. Asked again it answers the same.
 * @throws AppError `not_found` for an upload that was not permitted to this person, `general_argument_invalid` for an
 * answer the host did not give or a picture of another length, `engine_failed` when the host cannot be read, and what
 * uploads to the bucket throw
 */
export async function takeUpload(
  s: Services,
  caller: Person,
  id: string,
  receipt: HostReceipt,
  worker: PictureWorker,
): Promise<HostedImage> {
  const host = hostOf(s)
  const upload = await findUpload(s.db, id, caller.accountId)
  if (!upload) throw new AppError("not_found", "This upload is not known here. Please upload the picture again.")
  if (receipt.public_id !== upload.publicId || !host.isGenuine(receipt)) {
    throw new AppError("general_argument_invalid", "This is no answer of our image host.")
  }
  const kept = await findFileJson(s.db, imagesBucketId, id, isPermitted("read", caller))
  if (kept !== null) return describeHosted(s, caller, JSON.parse(kept))
  const bytes = await readHosted(host, receipt)
  if (bytes.length !== upload.byteSize) {
    throw new AppError("general_argument_invalid", "The picture is not the one that was announced.")
  }
  const drafts = openDrafts(s)
  try {
    const pieces = await storePieces(drafts, toStream(bytes))
    const file = { id, name: upload.name, permissions: defaultPermissions(caller) }
    return describeHosted(s, caller, JSON.parse(await keepFile(s, imagesBucket, caller, file, pieces, worker)))
  } catch (error) {
    await drafts.drop()
    throw error
  }
}

async function* toStream(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function hostOf({ imageHost }: Services): ImageHost {
  if (imageHost === null) throw new AppError("not_found", "Pictures are uploaded to this site itself.")
  return imageHost
}

async function readHosted(host: ImageHost, receipt: HostReceipt): Promise<Buffer> {
  try {
    return await host.read(receipt, bucketBytes[imagesBucketId])
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new AppError("engine_failed", "The image host did not hand the picture over. Please try again.", {
      cause: error,
    })
  }
}
