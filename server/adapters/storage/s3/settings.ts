import { z } from "zod"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to store at an S3-compatible service. */
export interface S3Settings {
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

export const s3Needs = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const

export const s3Settings: readonly Setting[] = [
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

/** @param reader its problems get what is wrong; what is missing is told by whoever asks for S3 */
export function readS3({ text, problems }: SettingsReader): S3Settings {
  const [endpoint, bucket, accessKeyId = "", secretAccessKey = ""] = s3Needs.map((name) => text(name) ?? undefined)
  if (endpoint !== undefined && !z.url({ protocol: /^https?$/ }).safeParse(endpoint).success) {
    problems.push(`S3_ENDPOINT is "${endpoint}"; it must be an http:// or https:// address.`)
  }
  if (bucket !== undefined && !/^[\w.-]+$/.test(bucket)) {
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
    addressing: addressing === "virtual" ? addressing : "path",
    hasSignedDownloads: signed === "1",
    endpoint: endpoint ?? "",
    region,
    bucket: bucket ?? "",
    accessKeyId,
    secretAccessKey,
  }
}
