import type { HandedInFile } from "#contract/academy/learning.ts"
import { isDocument, isPdf } from "#contract/hosted/document-kinds.ts"
import { documentEndings, documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { kindBytes, pictureKindOf } from "#contract/hosted/picture-kinds.ts"
import { apiBase, projectId } from "#contract/project.ts"
import { noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"
import { asSeen } from "./as-seen.ts"
import { pictureTypes } from "./prepare-photo.ts"

/** What a file picker offers. */
export const acceptedFiles: Record<string, string[]> = {
  ...pictureTypes,
  "application/octet-stream": documentEndings.map((ending) => `.${ending}`),
}

const startOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.slice(0, kindBytes).arrayBuffer())

/** Whether a file is a picture by what it holds, whatever it is called. */
export async function holdsPicture(file: File): Promise<boolean> {
  return pictureKindOf(await startOf(file)) !== null
}

/** Whether a file is a picture or a PDF by what it holds, whatever it is called. */
export async function holdsPictureOrPdf(file: File): Promise<boolean> {
  const start = await startOf(file)
  return pictureKindOf(start) !== null || isPdf(start)
}

/** Whether a file is a picture, document, sound or film by what it holds, whatever it is called. */
export async function holdsFile(file: File): Promise<boolean> {
  const start = await startOf(file)
  return pictureKindOf(start) !== null || isDocument(file.name, start)
}

/**
 * Keeps a photo or a document as an own upload.
 * @throws ApiError with the reason why it was refused
 */
export function uploadFile(file: File): Promise<HandedInFile> {
  return askInSession(() => send(file))
}

async function send(file: File): Promise<HandedInFile> {
  const isPicture = file.type.startsWith("image/") || (await holdsPicture(file))
  const bucketId = isPicture ? imagesBucketId : documentsBucketId
  const form = new FormData()
  form.set("fileId", "unique()")
  form.set("file", isPicture ? await asSeen(file) : file)
  const response = await fetch(`${apiBase}/storage/buckets/${bucketId}/files`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "x-appwrite-project": projectId },
    body: form,
  }).catch(() => {
    throw noAnswer()
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw readFailure(response.status, body)
  return { bucketId, fileId: (body as { $id: string }).$id }
}
