import { start } from "./start.ts"

start(process.env)
