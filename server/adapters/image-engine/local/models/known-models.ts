import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import type { Normalisation } from "./messages.ts"

/** How a published model for cut-outs wants to be asked. The size it wants stands in its own graph. */
export interface KnownModel {
  title: string
  /** SHA-256 of the published file. */
  sha256: string
  normalisation: Normalisation
  /** Name of the answer that is coverage; others are for training. */
  output: string
}

const isnetNormalisation = { mean: [0.5, 0.5, 0.5], spread: [1, 1, 1] } as const

/** Published models whose files we know. Their input is 1024 × 1024, colours less one half. */
export const knownModels: readonly KnownModel[] = [
  {
    title: "ISNet",
    sha256: "b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb",
    normalisation: isnetNormalisation,
    output: "output",
  },
  {
    title: "ISNet in bytes",
    sha256: "7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a",
    normalisation: isnetNormalisation,
    output: "output",
  },
]

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256")
  await pipeline(createReadStream(file), hash)
  return hash.digest("hex")
}
