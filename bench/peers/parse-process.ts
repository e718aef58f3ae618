/**
 * Parse Server in a process of its own, beside ours, as its own guide sets it up: REST and LiveQuery on one port, files
 * on disk, no logs.
 *   node bench/peers/parse-process.ts FOLDER_OF_THE_PEER DATABASE_ADDRESS PORT
 */
import { createServer, type Server } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { appId, masterKey } from "./parse-calls.ts"

/** As much of its API as is used here. */
interface ParseServer {
  start(): Promise<void>
  app: unknown
}
interface ParseServerClass {
  new (options: object): ParseServer
  createLiveQueryServer(server: Server): Promise<unknown>
}
type Express = () => Parameters<typeof createServer>[1] & { use(path: string, app: unknown): void }

const [peer = "", databaseURI = "", port = ""] = process.argv.slice(2)
const fromPeer = createRequire(join(peer, "package.json"))
const { ParseServer } = fromPeer("parse-server") as { ParseServer: ParseServerClass }
const FilesAdapter = fromPeer("@parse/fs-files-adapter") as new (options: object) => object
const express = fromPeer("express") as Express

const server = new ParseServer({
  appId,
  masterKey,
  databaseURI,
  serverURL: `http://127.0.0.1:${port}/parse`,
  verifyServerUrl: false,
  allowClientClassCreation: false,
  directAccess: true,
  liveQuery: { classNames: ["Note"] },
  filesAdapter: new FilesAdapter({}),
  fileUpload: { enableForAuthenticatedUser: true },
  logLevel: "error",
  logsFolder: null,
  silent: true,
})
await server.start()
const app = express()
app.use("/parse", server.app)
const http = createServer(app)
await new Promise<void>((resolve) => http.listen(Number(port), "127.0.0.1", resolve))
await ParseServer.createLiveQueryServer(http)
process.stdout.write("Parse Server is ready.\n")
process.on("SIGTERM", () => process.exit(0))
