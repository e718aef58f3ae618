import type { HandedInFile } from "#contract/academy/learning.ts"
import { documentEndings, documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { apiBase, projectId } from "#contract/project.ts"
import { noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"

/** What a file picker offers. */
export const acceptedFiles: Record<string, string[]> = {
  "image/*": [],
  "application/octet-stream": documentEndings.map((ending) => `.${ending}`),
}

/**
 * Keeps a photo or a document as an own upload.
 * @throws ApiError with the reason why it was refused
 */
export function uploadFile(file: File): Promise<HandedInFile> {
  return askInSession(() => send(file))
}

async function send(file: File): Promise<HandedInFile> {
  const bucketId = file.type.startsWith("image/") ? imagesBucketId : documentsBucketId
  const form = new FormData()
  form.set("fileId", "unique()")
  form.set("file", file)
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
