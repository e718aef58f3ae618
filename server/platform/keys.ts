import { createHmac, randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The installation's own key for tokens: made at the first start, readable by its owner only, never shipped.
 * Processes that share a database need the same file in their data folder.
 */
export function loadTokenKey(dataDir: string): Buffer {
  const dir = join(dataDir, "keys")
  const path = join(dir, "token.key")
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "hex")
  if (key.length !== 32) throw new Error(`The key file ${path} is damaged; restore it, or remove it to make a new key.`)
  return key
}

/** A stable pseudo-random id for `text` that only this installation can compute. */
export function derivedId(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex").slice(0, 20)
}
