import { onTestFinished, vi } from "vitest"

/** One file on its way to be kept; the test says what becomes of it. */
interface HeldFileUpload {
  /** The server keeps it under this id. */
  keep: (id: string) => void
  refuse: (message: string) => void
}

/** Holds every file that the page sends. @returns those that were begun, in order */
export function heldFileUploads(): HeldFileUpload[] {
  const uploads: HeldFileUpload[] = []
  const through = globalThis.fetch
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
    if (!/\/storage\/buckets\/[a-z]+\/files$/.test(String(address))) return through(address, init)
    const answer = Promise.withResolvers<Response>()
    uploads.push({
      keep: (id) => answer.resolve(Response.json({ $id: id }, { status: 201 })),
      refuse: (message) => answer.resolve(Response.json({ message, code: 400 }, { status: 400 })),
    })
    return answer.promise
  })
  onTestFinished(() => spy.mockRestore())
  return uploads
}
