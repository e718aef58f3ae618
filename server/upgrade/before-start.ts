import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { product } from "#contract/brand.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import type { Config } from "#server/settings/config.ts"

const admin = fileURLToPath(new URL("../../scripts/admin.ts", import.meta.url))

/**
 * Rehearses and carries out an upgrade in a process of its own, whose memory goes with it; it tells what it does.
 * @returns the code with which it ended: 0 when the database is up to date, 1 when it was left as it was
 */
export async function upgradeInOwnProcess(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [admin, "upgrade"], { stdio: "inherit", env })
  const [code] = await once(child, "exit")
  return typeof code === "number" ? code : 2
}

/** Says to people who come in the product's place that it will be back; whoever started it was told why. */
export async function serveFailedUpgrade({ port, host }: Pick<Config, "port" | "host">): Promise<void> {
  const page = plainPage(
    "We will be right back",
    `${product.name} is being brought up to date. Nothing was lost. Please try again later.`,
    { to: "/", label: "Try again" },
  )
  const server = createServer((_request, response) => {
    response.writeHead(503, {
      "content-type": "text/html; charset=utf-8",
      "retry-after": "300",
      "cache-control": "no-store",
    })
    response.end(page)
  })
  server.listen(port, host)
  await once(server, "listening")
}
