import { open } from "node:fs/promises"
import { join } from "node:path"
import { AdminError } from "#server/admin/command/command.ts"
import { AppError } from "#server/platform/errors.ts"
import type { AppwriteReader } from "./reader.ts"

/** Largest answer of a list, in bytes. */
const mostPageBytes = 64_000_000

/**
 * Reads a project from a folder that holds the API's answers under their paths: `users.json`, then `users.2.json` and so on,
 * and the files' bytes as they are, `storage/buckets/B/files/F/download`.
 */
export function openAppwriteFolder(folder: string): AppwriteReader {
  return {
    name: folder,
    async page(path, { number }) {
      const name = `${path.slice(1)}${number === 0 ? "" : `.${number + 1}`}.json`
      const bytes = await read(join(folder, name), mostPageBytes)
      if (bytes === "too long") throw new AdminError(`${name} in ${folder} is too long.`)
      if (bytes === null && number > 0) return null
      if (bytes === null) throw new AdminError(`There is no ${name} in ${folder}.`)
      try {
        return JSON.parse(bytes.toString("utf8")) as unknown
      } catch {
        throw new AdminError(`${name} in ${folder} is no JSON.`)
      }
    },
    async bytes(path, maxBytes) {
      const bytes = await read(join(folder, path), maxBytes)
      if (bytes === "too long") throw new AppError("storage_invalid_file_size", `It has more than ${maxBytes} bytes.`)
      if (bytes === null) throw new AppError("storage_file_not_found", "Its bytes are not in the folder.")
      return bytes
    },
  }
}

/** @returns null when there is no such file */
async function read(path: string, maxBytes: number): Promise<Buffer | "too long" | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null
    throw new AdminError(`${path} cannot be read: ${error.code}.`)
  })
  if (!file) return null
  try {
    return (await file.stat()).size > maxBytes ? "too long" : await file.readFile()
  } finally {
    await file.close()
  }
}
