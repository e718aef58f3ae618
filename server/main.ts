import { makeFirstDatabase } from "./composition/first-database.ts"

await makeFirstDatabase(process.env)
const { start } = await import("./start.ts")
start(process.env)
