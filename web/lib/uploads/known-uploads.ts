/** How long an upload that broke off is gone on with, in ms: the server forgets it a day after its last piece. */
const keptMs = 24 * 60 * 60 * 1_000

const keyStart = "upload-"

function uploadKey(name: string): string {
  return `upload-${name}`
}

/** An upload that may have been begun before, on an earlier visit too. */
export interface KnownUpload {
  /** Id of its file on the server. */
  id: string
  wasBegun: boolean
  forget: () => void
}

/**
 * Finds the upload of the very same bytes again, or begins one. What they are called does not matter.
 * @param isKept false for what goes up in one piece: there is nothing to go on with
 */
export async function recallUpload(bucketId: string, file: Blob, isKept: boolean): Promise<KnownUpload> {
  const digest = isKept ? await digestOf(await file.arrayBuffer()) : null
  const id = newId()
  if (digest === null) return { id, wasBegun: false, forget: () => undefined }
  const name = `${bucketId}-${digest.replaceAll(/[+/=]/g, "_")}`
  const forget = (): void => localStorage.removeItem(uploadKey(name))
  const [begun, until] = localStorage.getItem(uploadKey(name))?.split("@") ?? []
  if (begun && Number(until) > Date.now()) return { id: begun, wasBegun: true, forget }
  forgetOld()
  try {
    localStorage.setItem(uploadKey(name), `${id}@${Date.now() + keptMs}`)
  } catch {
    // A full or forbidden storage only means that a reload begins again.
  }
  return { id, wasBegun: false, forget }
}

function forgetOld(): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(keyStart))) {
    const [, until] = localStorage.getItem(key)?.split("@") ?? []
    if (!(Number(until) > Date.now())) localStorage.removeItem(key)
  }
}

/** Not `randomUUID`, which pages without TLS lack. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** SHA-256 in base64; null on pages without TLS, where browsers hash nothing. */
export async function digestOf(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  return btoa(String.fromCharCode(...hash))
}
