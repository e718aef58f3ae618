/** Command line of the local image engine: `npm run imaging -- --help`. */
import { runCommandLine } from "./command-line.ts"

process.exitCode = await runCommandLine(process.argv.slice(2))
