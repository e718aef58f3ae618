import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Whether this machine lets us mount a disk of our own. */
export function canMount(): boolean {
  try {
    const at = mkdtempSync(join(tmpdir(), "aworan-mount-"))
    mountDisk(at, 1)()
    rmSync(at, { recursive: true })
    return true
  } catch {
    return false
  }
}

/** Mounts a disk of so many MiB on a folder, which is made. @returns what takes it off */
export function mountDisk(at: string, mib: number): () => void {
  mkdirSync(at, { recursive: true })
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", at], { stdio: "ignore" })
  return () => void execFileSync("umount", ["-l", at])
}
