import { resolve } from "node:path"
import { z } from "zod"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

export interface S3Storage {
  kind: "s3"
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Where the bucket's name stands: in the path, or before the host. */
  addressing: "path" | "virtual"
  /** Whether large downloads are read from the service itself, by addresses that work for a minute. */
  hasSignedDownloads: boolean
}

/** Where pictures and files are kept. */
export type StorageConfig = { kind: "disk"; dir: string } | S3Storage

export const storageSettings: readonly Setting[] = [
  {
    name: "STORAGE",
    what: "`disk` (under DATA_DIR) or `s3`, which needs the four S3 settings below.",
    default: "disk",
  },
  { name: "S3_ENDPOINT", what: "Address of the S3 service.", default: "none" },
  { name: "S3_REGION", what: "Region of the bucket.", default: "us-east-1" },
  { name: "S3_BUCKET", what: "Bucket for pictures.", default: "none" },
  { name: "S3_ACCESS_KEY_ID", what: "Access key.", default: "none" },
  { name: "S3_SECRET_ACCESS_KEY", what: "Secret key.", default: "none" },
  {
    name: "S3_ADDRESSING",
    what: "Where the bucket's name stands: `path` (endpoint/bucket) or `virtual` (bucket.endpoint).",
    default: "path",
  },
  {
    name: "S3_SIGNED_DOWNLOADS",
    what: "`1` sends browsers that save a file of 1 MiB or more to the service itself, by an address for a minute.",
    default: "none",
  },
]

/** @param problems gets what is wrong or half set. @param dataDir whose `files` folder is used without S3 */
export function readStorage(text: ReadText, problems: string[], dataDir: string): StorageConfig {
  const storage = text("STORAGE") ?? "disk"
  const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const
  const given = needed.filter((name) => text(name) !== null)
  if (storage === "disk") {
    if (given.length > 0) problems.push(`${given.join(", ")} is set, but STORAGE is not s3.`)
    return { kind: "disk", dir: resolve(dataDir, "files") }
  }
  if (storage !== "s3") {
    problems.push(`STORAGE is "${storage}"; it must be "disk" or "s3".`)
    return { kind: "disk", dir: resolve(dataDir, "files") }
  }
  for (const name of needed) if (text(name) === null) problems.push(`STORAGE is s3, so ${name} is needed too.`)
  const endpoint = text("S3_ENDPOINT")
  if (endpoint !== null && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success) {
    problems.push(`S3_ENDPOINT is "${endpoint}"; it must be an http:// or https:// address.`)
  }
  const bucket = text("S3_BUCKET")
  if (bucket !== null && !/^[\w.-]+$/.test(bucket)) {
    problems.push(`S3_BUCKET is "${bucket}"; it must be a name without blanks and slashes.`)
  }
  const region = text("S3_REGION") ?? "us-east-1"
  if (!/^[\w-]+$/.test(region)) problems.push(`S3_REGION is "${region}"; it must be a word, as eu-west-1.`)
  const addressing = text("S3_ADDRESSING") ?? "path"
  if (addressing !== "path" && addressing !== "virtual") {
    problems.push(`S3_ADDRESSING is "${addressing}"; it must be "path" or "virtual".`)
  }
  const signed = text("S3_SIGNED_DOWNLOADS")
  if (signed !== null && signed !== "1") problems.push(`S3_SIGNED_DOWNLOADS is "${signed}"; it must be 1 or absent.`)
  return {
    kind: "s3",
    addressing: addressing === "virtual" ? addressing : "path",
    hasSignedDownloads: signed === "1",
    endpoint: endpoint ?? "",
    region,
    bucket: bucket ?? "",
    accessKeyId: text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: text("S3_SECRET_ACCESS_KEY") ?? "",
  }
}
