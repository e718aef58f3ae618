import { readFileSync } from "node:fs"
import { z } from "zod"

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      hasInstallScript: z.boolean().optional(),
      optional: z.boolean().optional(),
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/** Packages whose install script only matters on platforms where a prebuilt binary is missing. */
const harmlessScripts = new Set(["fsevents"])

/**
 * A lock file that misses builds for other platforms installs here and breaks elsewhere; one that needs install scripts
 * breaks where they are blocked; one that carries addresses works at one registry only.
 * @returns what is wrong, one line each
 */
export function checkLockfile(path = new URL("../../package-lock.json", import.meta.url)): string[] {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(path, "utf8")))
  const names = new Set(Object.keys(packages).map((key) => key.split("node_modules/").at(-1)))
  return Object.entries(packages).flatMap(([key, entry]) => {
    const name = key.split("node_modules/").at(-1) ?? ""
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((dependency) => !names.has(dependency))
    return [
      ...missing.map((dependency) => `${name || "package.json"} names ${dependency}, which is not in the lock file`),
      ...(entry.hasInstallScript && !harmlessScripts.has(name) ? [`${name} needs an install script`] : []),
      ...(entry.resolved?.startsWith("http") ? [`${name} carries an address`] : []),
    ]
  })
}
