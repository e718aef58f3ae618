import { afterEach, vi } from "vitest"
import type { StoredFile } from "#contract/hosted/files.ts"

/** One upload that the page has begun; the test says what becomes of it. */
export interface FakeUpload {
  name: string
  /** @param value 0 to 1 */
  share: (value: number) => void
  /** The server keeps it, under this address. @param id of the file */
  keep: (address: string, id?: string) => void
  /** The server does not take it. */
  refuse: (message: string) => void
  /** The connection breaks. */
  breakOff: () => void
  isAborted: () => boolean
}

/** What no test has said anything of yet. */
const undecided = new Set<FakeUpload>()
let isOver = false

// What is on its way goes on when its page is gone: it would keep the uploads of other tests waiting, or ask within them.
afterEach(() => {
  isOver = true
  for (const upload of undecided) upload.refuse(overWords)
  undecided.clear()
  vi.unstubAllGlobals()
})

const overWords = "The test is over."

/**
 * Stands in for the parts of a browser that open and upload photos, which jsdom lacks. Every photo is as large as told.
 * @param begun told of each as it begins
 * @returns the uploads that were begun, in order
 */
export function fakeUploads(
  size = { width: 1_200, height: 800 },
  begun: (upload: FakeUpload) => void = () => {},
): FakeUpload[] {
  const uploads: FakeUpload[] = []
  isOver = false
  URL.createObjectURL = () => "blob:photo"
  URL.revokeObjectURL = () => {}
  vi.stubGlobal("createImageBitmap", async () => ({ ...size, close() {} }))
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      status = 0
      response: unknown = null
      address = ""
      open(): void {}
      setRequestHeader(): void {}
      getResponseHeader(): string {
        return this.address
      }
      abort(): void {
        this.onabort?.()
      }
      send(form: FormData): void {
        const file = form.get("file") as File
        let isAborted = false
        const end = this.onabort
        this.onabort = () => {
          isAborted = true
          undecided.delete(upload)
          end?.()
        }
        const upload: FakeUpload = {
          name: file.name,
          share: (value) => this.upload.onprogress?.({ loaded: value * 100, total: 100 }),
          keep: (address, id = file.name) => {
            this.status = 201
            this.response = storedFile(id, size, file)
            this.address = address
            undecided.delete(upload)
            this.onload?.()
          },
          refuse: (message) => {
            this.status = 400
            this.response = { message, code: 400, type: "general_argument_invalid" }
            undecided.delete(upload)
            this.onload?.()
          },
          breakOff: () => {
            undecided.delete(upload)
            this.onerror?.()
          },
          isAborted: () => isAborted,
        }
        if (isOver) {
          upload.refuse(overWords)
          return
        }
        uploads.push(upload)
        undecided.add(upload)
        begun(upload)
      }
    },
  )
  return uploads
}

function storedFile(id: string, { width, height }: { width: number; height: number }, file: File): StoredFile {
  return {
    $id: id,
    bucketId: "images",
    $createdAt: "2026-01-01T00:00:00.000+00:00",
    $updatedAt: "2026-01-01T00:00:00.000+00:00",
    $permissions: [],
    name: file.name,
    folder: "",
    key: file.name,
    signature: "",
    mimeType: "image/jpeg",
    sizeOriginal: file.size,
    sizeActual: file.size,
    chunksTotal: 1,
    chunksUploaded: 1,
    encryption: false,
    compression: "none",
    width,
    height,
  }
}
