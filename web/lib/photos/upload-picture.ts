import type { QueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import { HostedImage, HostReceipt, permitUpload, takeUpload, uploadImage } from "#contract/hosted/image-host.ts"
import { ApiError, noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { asSeen } from "./as-seen.ts"

/** Names of the cloud and the preset, which our own image host leaves to its callers. */
const ownCloud = "aworan"

interface UploadOptions {
  signal?: AbortSignal
  /** Gets 0 to 1 while the picture goes up. */
  onShare: (share: number) => void
}

/**
 * Uploads one picture to where this installation takes them: to itself, or to the image host its settings name.
 * @throws ApiError; an AbortError when `signal` cancels it
 */
export async function uploadPicture(queries: QueryClient, file: File, options: UploadOptions): Promise<HostedImage> {
  const { imageHost } = await queries.ensureQueryData(studioQuery)
  const photo = await asSeen(file)
  return imageHost === "own" ? uploadHere(photo, options) : uploadOutside(photo, options)
}

async function uploadHere(file: File, options: UploadOptions): Promise<HostedImage> {
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
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 400) reject(readFailure(request.status, request.response))
      else resolve(request.response)
    }
    request.onerror = () => reject(noAnswer("The upload broke off. Check your connection."))
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"))
    signal?.addEventListener("abort", () => request.abort())
    request.send(form)
  })
}
