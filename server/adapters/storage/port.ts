import type { Readable, Writable } from "node:stream"

/** Longest stream that is taken, in bytes: a service that wants the length first holds this much in memory. */
export const maxStreamBytes = 8 * 1024 * 1024

/** An object that was found. Its bytes are taken once: as `body`, or by `sendTo`. */
export interface StoredObject {
  /** Bytes of the whole object. */
  size: number
  readonly body: Readable
  /**
   * Writes the bytes as fast as the target takes them, and leaves it open.
   * @throws the error of either side, also when the target closes before the end
   */
  sendTo(target: Writable): Promise<void>
}

/** An inclusive range of bytes. */
export interface ByteRange {
  start: number
  end: number
}

/** Keeps bytes under keys made by us (`folder/id/name`, never a person's words). One implementation per service, each in a folder of its own. */
export interface Storage {
  readonly kind: string
  /** The object is there as a whole, or not at all. */
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>
  /**
   * Stores bytes as they arrive; nothing is there unless the stream ends well. The pieces are storage's from then on:
   * what they held may be gone once they are written.
   * @returns how many bytes came
   * @throws the stream's own error, or an Error beyond `maxStreamBytes`
   */
  putStream(key: string, body: AsyncIterable<Uint8Array>, mimeType: string): Promise<number>
  /** @returns null when there is no such object; no bytes when the range begins after its end */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>
  /** @returns the bytes of an object, null when there is no such */
  size(key: string): Promise<number | null>
  /** @throws Error when nothing can be kept here now: it is not reached, refuses us, or the bucket is not there */
  check(): Promise<void>
  /** Every object, in no order. What comes or goes meanwhile may be missing or still be there. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /**
   * An address at which the object can be read by anybody, for a minute; only of storage that browsers may read from.
   * @param file what the answer says of itself
   */
  signRead?(key: string, file: { type: string; disposition: string }): Promise<string>
  /** Removes what writers left behind that were killed; only of storage that has such. */
  dropDrafts?(olderThanMs: number): Promise<void>
}

/** Passes a stream on. @throws Error once more than `maxStreamBytes` came */
export async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxStreamBytes) throw new Error("The stream is longer than storage takes at once.")
    yield piece
  }
}

/** @throws Error for a key that is not of our making, before it becomes a path */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9-]*(\/[a-zA-Z0-9][a-zA-Z0-9._-]*){1,4}$/.test(key) || key.includes("..")) {
    throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  }
  return key
}
