import { once } from "node:events"
import { spawnTied } from "./tied-children.ts"

/**
 * Runs `npm run admin -- upgrade` as a process of its own.
 * @param settings with KILL_AT or FILL_AT something happens on the way (run-upgrade-with-fault.ts)
 * @returns how it ended; the code is null when it was killed
 */
export async function upgradeAsProcess(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const hasSteps = settings.KILL_AT !== undefined || settings.FILL_AT !== undefined
  const flags = hasSteps ? ["--import", "./server/testing/processes/run-upgrade-with-fault.ts"] : []
  const env = { PATH: "/usr/bin:/bin", NODE_ENV: "test", ENGINE: "fake", ...settings }
  const child = spawnTied(process.execPath, [...flags, "scripts/admin.ts", "upgrade", ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => (output += text))
  await once(child, "close")
  return { code: child.exitCode, output }
}
