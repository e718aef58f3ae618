import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startProduct } from "./product.ts"
import { freePorts, startProgram, untilListening } from "./programs.ts"
import { proxyRows } from "./proxy-rows.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** deploy/Caddyfile as it stands, with a port and a server of this machine. */
export const caddy: Rehearsal = {
  name: "caddy",
  packages: { caddy: "caddy" },
  seconds: 180,
  async run(stage) {
    const [port = 0, productPort = 0] = await freePorts(2)
    const product = await startProduct(stage, {
      PORT: String(productPort),
      PUBLIC_URL: `http://localhost:${port}`,
      TRUSTED_ORIGINS: `http://localhost:${productPort}`,
      TRUST_PROXY: "127.0.0.1",
    })
    const site = readFileSync(new URL("../Caddyfile", import.meta.url), "utf8")
      .replace(/^:80 /m, `http://localhost:${port} `)
      .replace(/name web$/m, "name 127.0.0.1")
      .replace(/port 3000$/m, `port ${productPort}`)
    const file = join(stage.dir, "Caddyfile")
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
    const program = startProgram(stage, "caddy", ["run", "--config", file, "--adapter", "caddyfile"])
    await untilListening(port, program)
    await proxyRows(stage, new URL(`http://localhost:${port}`), product, false)
  },
}
