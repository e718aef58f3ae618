import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const cache = join(import.meta.dirname, "../..", ".cache", "bench-peers")

/**
 * Installs a program that only a bench needs beside the product, once, in a folder of its own: it is never a
 * dependency of the product.
 * @param name the package on npm
 * @param version its exact version, kept in the bench so that figures can be compared
 * @returns the folder whose node_modules holds it
 * @throws when npm cannot fetch it
 */
export function installPeer(name: string, version: string): string {
  const dir = join(cache, `${name.replaceAll("/", "-")}-${version}`)
  if (existsSync(join(dir, "node_modules", name, "package.json"))) return dir
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, "package.json"), `${JSON.stringify({ private: true, dependencies: { [name]: version } })}\n`)
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: dir, stdio: "inherit" })
  return dir
}
