import {
  createFile,
  deleteFile,
  getFile,
  pieceBytesFor,
  pieceBytesHeader,
  pieceDigestHeader,
  StoredFile,
} from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { ApiError, noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"
import { digestOf, type KnownUpload, recallUpload } from "./known-uploads.ts"
import { inTurn, untilNextTry } from "./turns.ts"

export interface UploadOptions {
  /** Ends it. With the reason `cancelled` the server forgets what it has; else the same file goes on from there another time. */
  signal?: AbortSignal | undefined
  /** Gets 0 to 1 while the file goes up. */
  onShare?: ((share: number) => void) | undefined
  /** Told when the line is gone, and when it is back. */
  onWaiting?: ((isWaiting: boolean) => void) | undefined
}

/** Reason of a signal: the file is not wanted any more. */
export const cancelled = new DOMException("The upload was cancelled.", "AbortError")

/** A file that is all there. */
export interface SentFile {
  file: StoredFile
  /** Where it is seen, as orders take it. */
  address: string
}

/** Tries in a row that brought nothing until the person is asked: a minute and a half with their pauses. */
const mostTries = 8

/** Longest wait for the answer to one piece, in ms: one of 128 KiB takes half of it at 25 kbit/s. */
const pieceMs = 90_000

/**
 * Sends a file in pieces, one after the other. What a cut, a closed tab or a restarted server left undone is gone on with at the
 * first missing piece, on a later visit too. Two files of a page are on their way at a time.
 * @throws ApiError with the reason why it was refused, or when the line stays away; the signal's reason when it ends it
 */
export function sendFile(bucketId: string, file: File, options: UploadOptions = {}): Promise<SentFile> {
  return inTurn(options.signal, () => send(bucketId, file, options))
}

async function send(bucketId: string, file: File, options: UploadOptions): Promise<SentFile> {
  const { signal, onShare, onWaiting } = options
  const pieceBytes = pieceBytesFor(file.size)
  const upload = await recallUpload(bucketId, file, file.size > pieceBytes)
  let mustAsk = upload.wasBegun
  let number = 0
  let tries = 0
  try {
    for (;;) {
      signal?.throwIfAborted()
      try {
        if (mustAsk) {
          const there = await askInSession(() => find(bucketId, upload, signal))
          if (there && isComplete(there.file)) return finished(upload, there)
          number = there?.file.chunksUploaded ?? 0
          mustAsk = false
        }
        const sent = await askInSession(() => sendPiece(bucketId, upload, file, number, { signal, onShare }))
        onWaiting?.(false)
        if (isComplete(sent.file)) return finished(upload, sent)
        // A piece that brought nothing new counts as a try, so that this ends whatever the server says.
        tries = sent.file.chunksUploaded > number ? 0 : tries + 1
        number = sent.file.chunksUploaded
        if (tries >= mostTries) throw noAnswer("The upload does not get on. Please try again.")
      } catch (error) {
        signal?.throwIfAborted()
        const isAnswerLost = error instanceof ApiError && error.type === "storage_file_already_exists"
        if (!isAnswerLost && !mayPass(error)) throw error
        if (navigator.onLine) tries += 1
        if (tries >= mostTries) throw error
        onWaiting?.(true)
        await untilNextTry(tries, error instanceof ApiError ? error.retryAfter : null, signal)
        mustAsk = true
      }
    }
  } catch (error) {
    if (signal?.reason === cancelled) discard(bucketId, upload)
    throw error
  }
}

function isComplete({ chunksTotal, chunksUploaded }: StoredFile): boolean {
  return chunksUploaded === chunksTotal
}

function finished(upload: KnownUpload, sent: SentFile): SentFile {
  upload.forget()
  return sent
}

/** Whether the same may succeed in a moment: no answer, too many calls, a server that restarts, bytes that fell over. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return [0, 408, 429, 500, 502, 503, 504].includes(error.code) || error.type === "storage_piece_damaged"
}

function addressOf(path: string, bucketId: string, fileId = ""): URL {
  return new URL(path.replace(":bucketId", bucketId).replace(":fileId", fileId), location.origin)
}

const headersOf = (file: Blob): Record<string, string> => ({
  "x-appwrite-project": projectId,
  [pieceBytesHeader]: String(pieceBytesFor(file.size)),
})

/** What the server has of an upload; null when it knows nothing of it. */
async function find(bucketId: string, { id }: KnownUpload, signal: AbortSignal | undefined): Promise<SentFile | null> {
  const response = await fetch(addressOf(getFile.path, bucketId, id), {
    credentials: "same-origin",
    headers: headersOf(new Blob()),
    ...(signal && { signal }),
  }).catch(() => {
    throw noAnswer()
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.status === 404) return null
  if (!response.ok) throw readFailure(response.status, body)
  return readSent(body, response.headers.get("content-location"))
}

function readSent(body: unknown, address: string | null): SentFile {
  const file = StoredFile.safeParse(body)
  if (file.success && address) return { file: file.data, address }
  throw new ApiError({ message: "The answer could not be read.", type: "general_unknown", code: 200 })
}

function discard(bucketId: string, upload: KnownUpload): void {
  upload.forget()
  // What it cannot be told now, it forgets by itself after a day.
  void fetch(addressOf(deleteFile.path, bucketId, upload.id), {
    method: deleteFile.method,
    credentials: "same-origin",
    headers: { "x-appwrite-project": projectId },
    keepalive: true,
  }).catch(() => undefined)
}

/** Not `fetch`, which cannot tell how much of a body is up. */
async function sendPiece(
  bucketId: string,
  { id }: KnownUpload,
  file: File,
  number: number,
  { signal, onShare }: UploadOptions,
): Promise<SentFile> {
  const pieceBytes = pieceBytesFor(file.size)
  const start = number * pieceBytes
  const piece = file.slice(start, start + pieceBytes)
  const digest = await digestOf(await piece.arrayBuffer())
  const form = new FormData()
  form.set("fileId", id)
  form.set("file", piece, file.name)
  const request = new XMLHttpRequest()
  request.open(createFile.method, addressOf(createFile.path, bucketId))
  request.responseType = "json"
  request.timeout = pieceMs
  for (const [name, value] of Object.entries(headersOf(file))) request.setRequestHeader(name, value)
  if (digest !== null) request.setRequestHeader(pieceDigestHeader, `sha-256=:${digest}:`)
  if (file.size > pieceBytes) {
    request.setRequestHeader("content-range", `bytes ${start}-${start + piece.size - 1}/${file.size}`)
  }
  const { promise, resolve, reject } = Promise.withResolvers<SentFile>()
  request.upload.onprogress = ({ loaded, total }) =>
    onShare?.((start + (total > 0 ? loaded / total : 0) * piece.size) / file.size)
  request.onload = () => {
    if (request.status >= 400) return reject(readFailure(request.status, request.response))
    try {
      resolve(readSent(request.response, request.getResponseHeader("content-location")))
    } catch (error) {
      reject(error)
    }
  }
  request.onerror = () => reject(noAnswer("The upload broke off. Check your connection."))
  request.ontimeout = request.onerror
  request.onabort = () => reject(signal?.reason ?? cancelled)
  const end = (): void => request.abort()
  signal?.addEventListener("abort", end)
  request.send(form)
  return promise.finally(() => signal?.removeEventListener("abort", end))
}
