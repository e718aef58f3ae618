import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"

const Manifest = z.record(z.string(), z.object({ file: z.string() }))

/**
 * Where files of `web/assets` are served: the build puts a fingerprint into their names and lists them. Without a build they
 * keep the names they have in the sources.
 * @param dir the built browser app
 */
export function openAssetAddresses(dir: string | null): (file: string) => string {
  const path = dir === null ? null : join(dir, ".vite", "manifest.json")
  const built = path !== null && existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, "utf8"))) : {}
  return (file) => `/${built[`assets/${file}`]?.file ?? `assets/${file}`}`
}
