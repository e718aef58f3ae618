import { createHmac, randomBytes } from "node:crypto"
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"

/**
 * The installation's own key for tokens: made at the first start, readable by its owner only, never shipped.
 * Processes that share a database need the same file in their data folder, which may be read-only where the key is there.
 */
export function loadTokenKey(dataDir: string): Buffer {
  const dir = join(dataDir, "keys")
  const path = join(dir, "token.key")
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) makeKey(path)
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "hex")
  if (key.length !== 32) throw new Error(`The key file ${path} is damaged; restore it, or remove it to make a new key.`)
  return key
}

/**
 * Gives the key its name only when it is whole and on the disk: another process may read it at once, and a power cut must
 * not take it, or its folder, from a database that was begun with it. Whoever comes second leaves the first one's.
 */
function makeKey(path: string): void {
  const draft = `${path}.${randomBytes(8).toString("hex")}`
  try {
    writeFileSync(draft, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 })
    flush(draft)
    giveName(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  if (process.platform === "win32") return
  flush(dirname(path))
  flush(dirname(dirname(path)))
}

function giveName(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch {
    if (existsSync(path)) return
    // Some file systems know no second name of a file, such as those of memory cards.
    copyFileSync(draft, path, constants.COPYFILE_EXCL)
    flush(path)
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
function flush(path: string): void {
  const file = openSync(path, process.platform === "win32" ? "r+" : "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A stable pseudo-random id for `text` that only this installation can compute. */
export function derivedId(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex").slice(0, 20)
}
