import { createHash } from "node:crypto"
import { once } from "node:events"
import { chmodSync, rmSync } from "node:fs"
import { createConnection, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { z } from "zod"
import type { Services } from "#server/declarations/services.ts"
import { runAdmin } from "./commands.ts"

const Request = z.object({ args: z.array(z.string()).max(50), given: z.record(z.string(), z.string()).optional() })
const Answer = z.union([z.object({ say: z.string() }), z.object({ code: z.number() })])

/** Where a running process listens for admin commands: only who may read the data folder reaches it. */
function socketOf(dataDir: string): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16)
  return process.platform === "win32" ? `\\\\.\\pipe\\aworan-${name}` : join(dataDir, "control.sock")
}

/**
 * Lets admin commands work beside a process that holds the embedded database: they are carried out here.
 * @returns a function that ends it
 */
export async function openControl(s: Services): Promise<() => void> {
  const path = socketOf(s.config.dataDir)
  if (process.platform !== "win32") rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on("error", () => {})
    void serve(s, socket).catch((error) => {
      s.log.error({ err: error }, "an admin command failed")
      send(socket, { say: error instanceof Error ? error.message : String(error) })
      socket.end(`${JSON.stringify({ code: 1 })}\n`)
    })
  })
  try {
    server.listen(path)
    await once(server, "listening")
  } catch (error) {
    // Systems limit such a path to about a hundred letters.
    s.log.warn({ err: error, path }, "admin commands need this process stopped: DATA_DIR's path may be too long")
    return () => {}
  }
  if (process.platform !== "win32") chmodSync(path, 0o600)
  server.unref()
  return () => server.close()
}

async function serve(s: Services, socket: Socket): Promise<void> {
  const [line] = (await once(createInterface({ input: socket }), "line")) as [string]
  const { args, given } = Request.parse(JSON.parse(line))
  s.log.info({ command: args[0] }, "admin command")
  const code = await runAdmin({ s, say: (text) => send(socket, { say: text }), ...(given ? { given } : {}) }, args)
  socket.end(`${JSON.stringify({ code })}\n`)
}

function send(socket: Socket, answer: z.infer<typeof Answer>): void {
  if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`)
}

/**
 * Has a command carried out by the process that runs on this folder.
 * @param given from this program's environment, which that one does not have
 * @returns its code, null when none runs
 */
export async function askRunning(
  dataDir: string,
  args: readonly string[],
  say: (line: string) => void,
  given: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const socket = createConnection(socketOf(dataDir))
  try {
    await once(socket, "connect")
  } catch {
    return null
  }
  socket.write(`${JSON.stringify({ args, given })}\n`)
  for await (const line of createInterface({ input: socket })) {
    const answer = Answer.parse(JSON.parse(line))
    if ("code" in answer) {
      socket.destroy()
      return answer.code
    }
    say(answer.say)
  }
  throw new Error("The running process ended before the command did.")
}
