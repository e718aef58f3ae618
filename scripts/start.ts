import { buildWeb } from "./build-web.ts"

if (process.env.ROLE !== "worker") await buildWeb()
await import("#server/main.ts")
