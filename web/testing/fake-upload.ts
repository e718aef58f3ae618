import { afterEach, vi } from "vitest"
import type { HostedImage } from "#contract/hosted/image-host.ts"

/** One upload that the page has begun; the test says what becomes of it. */
export interface FakeUpload {
  name: string
  /** @param value 0 to 1 */
  share: (value: number) => void
  /** The image host keeps it, under this address. */
  keep: (address: string) => void
  /** The connection breaks. */
  breakOff: () => void
  isAborted: () => boolean
}

afterEach(() => vi.unstubAllGlobals())

/**
 * Stands in for the parts of a browser that open and upload photos, which jsdom lacks. Every photo is as large as told.
 * @returns the uploads that were begun, in order
 */
export function fakeUploads(size = { width: 1_200, height: 800 }): FakeUpload[] {
  const uploads: FakeUpload[] = []
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
      open(): void {}
      abort(): void {
        this.onabort?.()
      }
      send(form: FormData): void {
        const file = form.get("file") as File
        let isAborted = false
        const end = this.onabort
        this.onabort = () => {
          isAborted = true
          end?.()
        }
        uploads.push({
          name: file.name,
          share: (value) => this.upload.onprogress?.({ loaded: value * 100, total: 100 }),
          keep: (address) => {
            this.status = 200
            this.response = hostedImage(address, size, file)
            this.onload?.()
          },
          breakOff: () => this.onerror?.(),
          isAborted: () => isAborted,
        })
      }
    },
  )
  return uploads
}

function hostedImage(address: string, { width, height }: { width: number; height: number }, file: File): HostedImage {
  return {
    public_id: "p",
    width,
    height,
    format: "jpg",
    resource_type: "image",
    bytes: file.size,
    created_at: "2026-01-01T00:00:00.000Z",
    url: address,
    secure_url: address,
    original_filename: file.name,
  }
}
