import type { QueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { HostedImage, HostReceipt, permitUpload, takeUpload, uploadImage } from "#contract/hosted/image-host.ts"
import { ApiError, noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { sendFile, type UploadOptions } from "#web/lib/uploads/send-file.ts"
import { inTurn } from "#web/lib/uploads/turns.ts"
import { asSeen } from "./as-seen.ts"
import { isHeic } from "./prepare-photo.ts"

/** Names of the cloud and the preset, which our own image host leaves to its callers. */
const ownCloud = "aworan"

/** A picture that is kept. */
type KeptPicture = Pick<HostedImage, "public_id" | "secure_url" | "width" | "height" | "bytes">

/**
 * Uploads one picture to where this installation takes them: to itself, or to the image host its settings name.
 * @throws ApiError; the signal's reason when it ends it
 */
export async function uploadPicture(
  queries: QueryClient,
  file: File,
  options: UploadOptions = {},
): Promise<KeptPicture> {
  const { imageHost } = await queries.ensureQueryData(studioQuery)
  if (imageHost === "own") return keepPicture(file, options)
  const photo = await asSeen(file)
  return inTurn(options.signal, () => uploadOutside(photo, options))
}

/** Uploads one picture to this installation, whoever takes others: what is handed in is nobody else's business. */
export async function keepPicture(file: File, options: UploadOptions = {}): Promise<KeptPicture> {
  // What only the server can open, it turns into JPEG while it takes it.
  if (isHeic(file)) return inTurn(options.signal, () => uploadWhole(file, options))
  const { file: kept, address } = await sendFile(imagesBucketId, await asSeen(file), options)
  const { $id, width, height, sizeOriginal } = kept
  return { public_id: $id, secure_url: address, width: width ?? 0, height: height ?? 0, bytes: sizeOriginal }
}

async function uploadWhole(file: File, options: UploadOptions): Promise<HostedImage> {
  const path = uploadImage.path.replace(":cloud_name", ownCloud)
  const fields = { upload_preset: "photos", cloud_name: ownCloud }
  const address = new URL(path, location.origin)
  return read(HostedImage, await askInSession(() => sendForm(address, fields, file, options)))
}

async function uploadOutside(file: File, options: UploadOptions): Promise<HostedImage> {
  const { signal } = options
  const { data } = await call(permitUpload, { body: { name: file.name, bytes: file.size }, signal })
  const receipt = read(HostReceipt, await sendForm(new URL(data.url), data.fields, file, options))
  return call(takeUpload, { params: { uploadId: data.id }, body: receipt, signal })
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new ApiError({ message: "The answer could not be read.", type: "general_unknown", code: 200 })
}

/** Not `fetch`, which cannot tell how much of a body is up. */
function sendForm(
  url: URL,
  fields: Readonly<Record<string, string>>,
  file: File,
  { signal, onShare }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append("file", file, file.name)
    const request = new XMLHttpRequest()
    request.open(uploadImage.method, url)
    request.responseType = "json"
    request.upload.onprogress = ({ loaded, total }) => onShare?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 400) reject(readFailure(request.status, request.response))
      else resolve(request.response)
    }
    request.onerror = () => reject(noAnswer("The upload broke off. Check your connection."))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener("abort", () => request.abort())
    request.send(form)
  })
}
