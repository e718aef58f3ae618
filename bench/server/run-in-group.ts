/** Runs the product in the control group whose list of processes is GROUP_PROCESSES: a limit of memory holds from its first line on. */
import { writeFileSync } from "node:fs"

const { GROUP_PROCESSES } = process.env
if (!GROUP_PROCESSES) throw new Error("GROUP_PROCESSES is not set.")
writeFileSync(GROUP_PROCESSES, String(process.pid))
await import("#server/main.ts")
