import type { QueryClient } from "@tanstack/react-query"
import type { HandedInFile } from "#contract/academy/learning.ts"
import { isDocument, isPdf } from "#contract/hosted/document-kinds.ts"
import { documentEndings, documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { kindBytes, pictureKindOf } from "#contract/hosted/picture-kinds.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { sendFile, type UploadOptions } from "#web/lib/uploads/send-file.ts"
import { isHeic, pictureTypes, preparePhoto } from "./prepare-photo.ts"
import { keepPicture } from "./upload-picture.ts"

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
 * Keeps a photo or a document as an own upload. A photo is made lighter where that helps.
 * @throws ApiError with the reason why it was refused; PhotoProblem for a photo that nobody here can open
 */
export async function uploadFile(queries: QueryClient, file: File, options: UploadOptions = {}): Promise<HandedInFile> {
  if (file.type.startsWith("image/") || isHeic(file) || (await holdsPicture(file))) {
    const { file: photo } = await preparePhoto(file, () => readsHeicAt(queries), { isLighter: true })
    const { public_id } = await keepPicture(photo, options)
    return { bucketId: imagesBucketId, fileId: public_id }
  }
  const sent = await sendFile(documentsBucketId, file, options)
  return { bucketId: documentsBucketId, fileId: sent.file.$id }
}
