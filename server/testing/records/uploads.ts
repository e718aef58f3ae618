import { createHash, randomBytes } from "node:crypto"
import type { LightMyRequestResponse } from "fastify"
import { sql } from "kysely"
import sharp, { type Sharp } from "sharp"
import { pieceBytes, type StoredFile } from "#contract/hosted/files.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

export const apiKey = "a-server-key-for-the-tests"

export interface UploadOptions {
  person?: TestPerson | undefined
  bucket?: string
  fileId?: string
  name?: string
  permissions?: string[]
  headers?: Record<string, string>
}

export function filesAt(bucket: string, id = "", ending = ""): string {
  return `/v1/storage/buckets/${bucket}/files${id && `/${id}`}${ending && `/${ending}`}`
}

/** Sends any form. */
export async function sendForm(
  t: TestApp,
  url: string,
  form: FormData,
  options: Pick<UploadOptions, "person" | "headers"> = {},
): Promise<LightMyRequestResponse> {
  const encoded = new Response(form)
  return t.app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": encoded.headers.get("content-type") ?? "",
      ...(options.person ? { cookie: options.person.cookie } : {}),
      ...options.headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

/** Uploads as SDK clients do: the id first, the permissions last. */
export function upload(t: TestApp, bytes: Uint8Array, options: UploadOptions = {}): Promise<LightMyRequestResponse> {
  const form = new FormData()
  form.append("fileId", options.fileId ?? "unique()")
  form.append("file", new Blob([Uint8Array.from(bytes)]), options.name ?? "notes.bin")
  for (const permission of options.permissions ?? []) form.append("permissions[]", permission)
  return sendForm(t, filesAt(options.bucket ?? "scratch"), form, options)
}

/** Uploads a file that must be taken. */
export async function uploaded(t: TestApp, bytes: Uint8Array, options: UploadOptions = {}): Promise<StoredFile> {
  const reply = await upload(t, bytes, options)
  if (reply.statusCode !== 201) throw new Error(`The upload failed: ${reply.body}`)
  return reply.json()
}

/** Sends one piece of a longer file. */
export function uploadPiece(
  t: TestApp,
  whole: Uint8Array,
  number: number,
  options: UploadOptions = {},
): Promise<LightMyRequestResponse> {
  const start = number * pieceBytes
  const piece = whole.subarray(start, start + pieceBytes)
  const range = `bytes ${start}-${start + piece.length - 1}/${whole.length}`
  return upload(t, piece, { ...options, headers: { "content-range": range, ...options.headers } })
}

export function randomFile(bytes: number): Buffer {
  // One of 32,768 would begin as a sound or an archive does, and be taken for it.
  return randomBytes(bytes).fill(0, 0, Math.min(2, bytes))
}

/** A picture with a red left and a blue right half. */
export function twoColours(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#0000ff" } }
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ])
}

/** A JPEG that says it was taken in Lagos. */
export function photoWithPlace(width = 64, height = 48): Promise<Buffer> {
  const place = { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "3/1 23/1 0/1" }
  return twoColours(width, height)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: place })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Whether storage has an object under this key. */
export async function isStored(t: TestApp, key: string): Promise<boolean> {
  const stored = await t.s.storage.get(key)
  stored?.body.destroy()
  return stored !== null
}

/** Keys of objects that were begun and not dropped, and that nothing refers to: after a call there must be none. */
export async function forgottenObjects(t: TestApp): Promise<string[]> {
  const rows = await t.s.db
    .selectFrom("mediaOrphans")
    .select("storageKey")
    .where("dueAt", ">", sql<Date>`now()`)
    .execute()
  return rows.map((row) => row.storageKey)
}

export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex")
}

/** Three photos, uploaded as the training screen does. @returns their addresses */
export async function uploadTrainingPhotos(
  t: TestApp,
  person: TestPerson,
  colours: readonly string[] = ["#a05010", "#10a050", "#5010a0"],
): Promise<string[]> {
  const addresses: string[] = []
  for (const [index, background] of colours.entries()) {
    const photo = await sharp({ create: { width: 400, height: 400 + index, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append("file", new Blob([Uint8Array.from(photo)]), `photo-${index}.jpg`)
    form.append("upload_preset", "training")
    const reply = await sendForm(t, "/v1_1/aworan/image/upload", form, { person })
    addresses.push(reply.json().secure_url)
  }
  return addresses
}
