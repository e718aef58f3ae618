import { spawn } from "node:child_process"

/** The server reloads on change and the browser app is served by Vite, which passes calls on to the server. */
const children = [
  spawn(process.execPath, ["--watch-path=server", "--watch-path=contract", "--watch-path=imaging", "server/main.ts"], {
    stdio: "inherit",
    env: { LOG_LEVEL: "debug", ...process.env },
  }),
  spawn("vite", ["--config", "vite.config.ts"], { stdio: "inherit" }),
]

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
for (const child of children) child.on("exit", (code) => process.exit(code ?? 0))
