import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, rmSync, writeFileSync } from "node:fs"

/** Where Debian's servers lie, which is not in everybody's path. */
const path = `${process.env.PATH ?? ""}:/usr/sbin:/usr/lib/postgresql/15/bin`

function isThere(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`], { env: { PATH: path } }).status === 0
}

/** By which Debian's packages ask whether they may start what they bring: a rehearsal starts its own, on ports of its own. */
const startPolicy = "/usr/sbin/policy-rc.d"

/**
 * Installs what a rehearsal lacks from the system's packages.
 * @throws Error that says what to install where that cannot be done from here
 */
export function install(packages: Readonly<Record<string, string>>): void {
  const missing = Object.entries(packages)
    .filter(([program]) => !isThere(program))
    .map(([, name]) => name)
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !isThere("apt-get")) {
    throw new Error(`Install ${missing.join(" and ")} first: that takes Debian and root.`)
  }
  process.stdout.write(`        installing ${missing.join(" ")}\n`)
  const hadPolicy = existsSync(startPolicy)
  if (!hadPolicy) writeFileSync(startPolicy, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const get = (...args: string[]): void => {
    execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"], timeout: 900_000 })
  }
  try {
    get("update", "-qq")
    get("install", "-y", "-qq", "--no-install-recommends", ...new Set(missing))
  } finally {
    if (!hadPolicy) rmSync(startPolicy, { force: true })
  }
}
