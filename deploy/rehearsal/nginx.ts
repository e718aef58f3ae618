import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setDefaultCACertificates } from "node:tls"
import { startProduct } from "./product.ts"
import { freePorts, selfSigned, startProgram, untilListening } from "./programs.ts"
import { proxyRows } from "./proxy-rows.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** deploy/nginx.conf as it stands, with a certificate, ports and servers of this machine. */
export const nginx: Rehearsal = {
  name: "nginx",
  packages: { nginx: "nginx-light", openssl: "openssl" },
  seconds: 180,
  async run(stage) {
    const { dir } = stage
    const [port = 0, productPort = 0, absent = 0] = await freePorts(3)
    const { certificate, key } = selfSigned(dir)
    setDefaultCACertificates([readFileSync(certificate, "utf8")])
    const product = await startProduct(stage, {
      PORT: String(productPort),
      PUBLIC_URL: `https://localhost:${port}`,
      TRUSTED_ORIGINS: `http://localhost:${productPort}`,
      TRUST_PROXY: "127.0.0.1",
    })
    const site = readFileSync(new URL("../nginx.conf", import.meta.url), "utf8")
      .replace("server 127.0.0.1:3000 ", `server 127.0.0.1:${productPort} `)
      // The second of the two is away, as while it is being replaced.
      .replace("server 127.0.0.1:3010 ", `server 127.0.0.1:${absent} `)
      .replace("listen 443 ", `listen 127.0.0.1:${port} `)
      .replace("studio.example.com;", "localhost;")
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      // It passes the name without the port, which only a port of this machine's own needs.
      .replace("Host $host;", "Host $http_host;")
    writeFileSync(join(dir, "site.conf"), site)
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`)
    const http = `http { access_log off; ${folders.join(" ")} include site.conf; }`
    const main = `daemon off; pid nginx.pid; error_log stderr warn; events {} ${http}\n`
    writeFileSync(join(dir, "nginx.conf"), main)
    const program = startProgram(stage, "nginx", ["-p", dir, "-c", join(dir, "nginx.conf"), "-e", "stderr"])
    await untilListening(port, program)
    await proxyRows(stage, new URL(`https://localhost:${port}`), product, true)
    await stage.row("nginx itself found nothing wrong", async () => {
      const remarks = program
        .output()
        .split("\n")
        .filter((line) => /\[(?:warn|error|crit|alert|emerg)\]/.test(line))
      const unexpected = remarks.filter(
        (line) => !/connect\(\) failed|too large body|upstream server temporarily/.test(line),
      )
      assert.deepEqual(unexpected, [])
    })
  },
}
