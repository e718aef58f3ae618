import { AppError } from "#server/platform/errors.ts"
import { runCutout } from "./cutout.ts"
import { runInspect } from "./inspect.ts"
import { runRender } from "./render.ts"
import { runShoot } from "./shoot.ts"
import { runUpscale } from "./upscale.ts"
import { UsageError } from "./usage.ts"

const help = `Cuts out, enlarges, draws and stages product pictures on this computer.

  npm run imaging -- cutout IN OUT.png                 product alone, the rest transparent
  npm run imaging -- cutout --dir IN_DIR OUT_DIR       the same for every picture of a folder
  npm run imaging -- upscale --factor 2|4 IN OUT.png   larger and sharper
  npm run imaging -- upscale --factor 2|4 --dir IN_DIR OUT_DIR
  npm run imaging -- render --prompt "…" [--style plain] [--seed 7] [--width 1024] [--height 1024] OUT.png
  npm run imaging -- shoot --template NAME [--seed 1] [--width 1024] [--height 1024] IN… OUT.png
  npm run imaging -- shoot --template NAME --template NAME [--count 6] IN… OUT.png   OUT-1.png, OUT-2.png …
  npm run imaging -- shoot --list                      names and uses of the templates
  npm run imaging -- inspect IN…                       what speaks against photos, and how to retake them

cutout and upscale take --models DIR: a folder of ONNX models (docs/imaging), which needs onnxruntime-node.
Every command prints one line of JSON per picture. OUT may end in .png or .webp.
`

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  cutout: runCutout,
  upscale: runUpscale,
  render: runRender,
  shoot: runShoot,
  inspect: runInspect,
}

/** The command line of the local image engine. @returns the exit code */
export async function runCommandLine([name, ...args]: string[]): Promise<number> {
  if (name === "--help" || name === "-h" || args.includes("--help")) {
    process.stdout.write(help)
    return 0
  }
  try {
    const run = name === undefined ? undefined : commands[name]
    if (!run) throw new UsageError(name ? `There is no command "${name}".` : "Say what to do.")
    await run(args)
    return 0
  } catch (error) {
    process.stderr.write(`${lineFor(error)}\n`)
    return 1
  }
}

/** One line for the person; only bugs show their stack. */
function lineFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} See --help.`
  if (error instanceof AppError) return error.message
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  if (error instanceof Error && code.startsWith("ERR_PARSE_ARGS")) return `${error.message.split(". ")[0]}. See --help.`
  if (error instanceof Error && code === "ENOENT") return `There is no file at ${fileOf(error)}.`
  if (error instanceof Error && code !== "") return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fileOf(error: Error): string {
  return "path" in error ? String(error.path) : "that place"
}
