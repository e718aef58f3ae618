import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import { type StoredFile, viewPath } from "#contract/hosted/files.ts"
import type { HostedImage } from "#contract/hosted/image-host.ts"
import { projectId } from "#contract/project.ts"
import type { Services } from "#server/declarations/services.ts"
import { type DraftPiece, type Drafts, openDrafts, readWhole, storePieces } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { defaultPermissions, isPermitted } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { heifToJpeg } from "#server/platform/pictures/heif.ts"
import { type PictureWorker, workerOf } from "#server/platform/pictures/picture-turns.ts"
import { imagesBucket } from "./buckets.ts"
import { noFile, readForm } from "./form.ts"
import { findReadyFile } from "./queries.ts"
import { keepFile, readName } from "./upload.ts"

/**
 * Keeps a picture of any length the bucket takes, sent in one form, as its owner's own file (docs/product-rules.md#calls).
 * A photo of an iPhone is kept as JPEG, where it can be decoded.
 * @throws AppError `general_argument_invalid` without a preset, and what uploads to the bucket throw
 */
export async function hostImage(s: Services, caller: Person, request: FastifyRequest): Promise<HostedImage> {
  const worker = workerOf(request)
  const drafts = openDrafts(s)
  try {
    const form = await readForm(request, imagesBucket.maxBytes, (body) => storePieces(drafts, body))
    if (!form.fields.get("upload_preset")?.[0]) {
      throw new AppError("general_argument_invalid", 'Param "upload_preset" is not optional.')
    }
    if (!form.file || form.file.kept.length === 0) throw noFile()
    const { name, kept } = await asShown(s, drafts, form.file, worker)
    const upload = { id: newId(), name: readName(name), permissions: defaultPermissions(caller) }
    const json = await keepFile(s, imagesBucket, caller, upload, kept, worker)
    // What an iPhone's photo was before.
    if (kept !== form.file.kept) await drafts.drop()
    return describeHosted(s, caller, JSON.parse(json) as StoredFile)
  } catch (error) {
    await drafts.drop()
    throw error
  }
}

interface ReceivedFile {
  name: string
  kept: DraftPiece[]
}

/** Photos of iPhones become JPEG: few browsers show them. */
async function asShown(s: Services, drafts: Drafts, file: ReceivedFile, worker: PictureWorker): Promise<ReceivedFile> {
  const [first] = file.kept
  const kind = first?.head ? sniff(first.head, "") : null
  if (kind !== null && !/^image\/hei[cf]$/.test(kind)) return file
  const whole = await readWhole(s.storage, file.kept)
  if (!/^image\/hei[cf]$/.test(sniff(whole, ""))) return file
  const jpeg = await heifToJpeg(whole, worker)
  return {
    name: `${file.name.replace(/\.[^.]{1,16}$/, "")}.jpg`,
    kept: await storePieces(drafts, Readable.from([jpeg])),
  }
}

/** What the image host answers about a file that is kept. */
export async function describeHosted(s: Services, caller: Person, file: StoredFile): Promise<HostedImage> {
  const row = await findReadyFile(s.db, imagesBucket.id, file.$id, isPermitted("read", caller))
  const address = s.config.publicUrl + viewPath(imagesBucket.id, file.$id, projectId)
  return {
    public_id: file.$id,
    secure_url: address,
    url: address,
    width: row?.width ?? 0,
    height: row?.height ?? 0,
    bytes: file.sizeOriginal,
    format: file.mimeType.replace("image/", "").replace("jpeg", "jpg"),
    resource_type: "image",
    created_at: file.$createdAt,
    original_filename: file.name.replace(/\.[^.]{1,16}$/, ""),
  }
}
