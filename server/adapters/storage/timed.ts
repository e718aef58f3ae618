import { traceCall } from "#server/platform/observability/tracing/span.ts"
import type { Storage } from "./port.ts"

/** What is measured of storage. */
export type StorageCall = "put" | "putStream" | "get" | "size" | "check" | "remove"

/** The same storage; tells how long each call took and how it ended. */
export function timeStorage(
  storage: Storage,
  start: (call: StorageCall) => (outcome: "done" | "failed") => void,
): Storage {
  const timed = async <T>(call: StorageCall, work: () => Promise<T>): Promise<T> => {
    const end = start(call)
    try {
      const result = await traceCall(`storage ${call}`, {}, work)
      end("done")
      return result
    } catch (error) {
      end("failed")
      throw error
    }
  }
  return {
    kind: storage.kind,
    put: (key, bytes, mimeType) => timed("put", () => storage.put(key, bytes, mimeType)),
    putStream: (key, body, mimeType) => timed("putStream", () => storage.putStream(key, body, mimeType)),
    get: (key, range) => timed("get", () => storage.get(key, range)),
    check: () => timed("check", () => storage.check()),
    size: (key) => timed("size", () => storage.size(key)),
    remove: (key) => timed("remove", () => storage.remove(key)),
    list: () => storage.list(),
    ...(storage.signRead && { signRead: storage.signRead.bind(storage) }),
    ...(storage.dropDrafts ? { dropDrafts: (age: number) => storage.dropDrafts?.(age) ?? Promise.resolve() } : {}),
  }
}
