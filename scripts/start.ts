import { buildWeb } from "./build-web.ts"

if (process.env.ROLE !== "worker") buildWeb()
await import("#server/main.ts")
