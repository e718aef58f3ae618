import type { HostReceipt, ImageHostKind } from "#contract/hosted/image-host.ts"

/** A form that a browser may send, once. */
export interface UploadForm {
  url: string
  /** What the form holds besides the file. */
  fields: Record<string, string>
}

/** An image host elsewhere that takes pictures straight from browsers. Each in a folder of its own. */
export interface ImageHost {
  /** As the setting IMAGE_HOST names it, and as browsers are told. */
  readonly kind: ImageHostKind
  /** @param publicId name of the picture at the host, folders in front of it @param at when the permit begins to count */
  permit(publicId: string, at: Date): UploadForm
  /** Whether the host itself gave this answer. */
  isGenuine(receipt: HostReceipt): boolean
  /** The picture as it was uploaded. @throws ProviderFailure, also for one of more than `maxBytes` */
  read(receipt: HostReceipt, maxBytes: number): Promise<Buffer>
  /** Removes a picture; one that is not there is removed. @throws ProviderFailure */
  remove(publicId: string, at: Date): Promise<void>
}
