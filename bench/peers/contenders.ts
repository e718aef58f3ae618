import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { WebSocket } from "ws"
import type { Call } from "#bench/server/load.ts"
import { makePhoto } from "#bench/server/photo.ts"
import { cookieOf, fillPeople, fillPictures, ownNewest, personOf } from "#bench/server/pictures.ts"
import { migrate } from "#server/db/migrate.ts"
import { openPostgres } from "#server/db/open.ts"
import { freePort, startProcess, withConformance } from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"
import * as parse from "./parse-calls.ts"

/** One of the two servers, with the same people and pictures in it. */
export interface Contender {
  name: string
  url: string
  pid: number
  /** Calls of the person whose turn it is. */
  session(n: number): Call
  list(n: number): Call
  create(n: number): Call
  upload(n: number): Call
  download(n: number): Call
  /** What one call makes is heard here by its maker. @returns how many came so far */
  listen(): Promise<{ heard: () => number; close(): void }>
  stop(): Promise<unknown>
}

export const people = 50
export const pictures = 100_000

/** What is uploaded and downloaded: what people send. */
const file = await makePhoto()

/** A socket that counts what it hears. */
interface Listener {
  send(message: object): void
  /** Waits for a message that holds these words, also one that came before. */
  hear(words: string): Promise<void>
  heard(): number
  close(): void
}

async function openListener(url: string, headers: Record<string, string> = {}): Promise<Listener> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers })
  // The first message may come together with the answer that opens the socket.
  const messages: string[] = []
  socket.on("message", (data) => messages.push(String(data)))
  await once(socket, "open")
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    async hear(words) {
      await until(async () => messages.some((message) => message.includes(words)))
    },
    heard: () => messages.length,
    close: () => socket.terminate(),
  }
}

/**
 * @param dir for its files
 * @param size how many pictures are there, as many of each person as ever
 */
export async function startOurs(url: string, dir: string, size = pictures): Promise<Contender> {
  const owners = (people * size) / pictures
  const database = openPostgres(url)
  await migrate(database)
  await fillPeople(database.db, { from: 0, to: owners })
  await fillPictures(database.db, { from: 1, to: size + 1, people: owners, privateOf: 1 })
  // What was written is put away now, not while somebody is measured.
  await sql`checkpoint`.execute(database.db)
  await database.close()
  const running = await startProcess({ DATABASE_URL: url, DATA_DIR: dir, CONFORMANCE: "1" }, withConformance)
  const persons = Array.from({ length: people }, (_, n) => personOf(n, people))
  const person = (n: number): string => persons[n % people] ?? ""
  const signedIn = persons.map((id) => ({ cookie: cookieOf(id) }))
  const as = (n: number): Record<string, string> => signedIn[n % people] ?? {}
  const json = { "content-type": "application/json" }
  const notes = "/v1/databases/main/collections/scratch/documents"
  const files = "/v1/storage/buckets/images/files"
  const upload = async (): Promise<{ body: Buffer; type: string }> => {
    const form = new FormData()
    form.append("fileId", "unique()")
    form.append("file", new Blob([Uint8Array.from(file)]), "photo.jpg")
    const encoded = new Response(form)
    return {
      body: Buffer.from(await encoded.arrayBuffer()),
      type: encoded.headers.get("content-type") ?? "",
    }
  }
  const { body, type } = await upload()
  const kept = await fetch(running.url + files, {
    method: "POST",
    headers: { ...as(0), "content-type": type },
    body: Uint8Array.from(body),
  })
  const { $id: fileId } = (await kept.json()) as { $id: string }
  return {
    name: "ours",
    url: running.url,
    pid: running.child.pid ?? 0,
    session: (n) => ({ method: "GET", path: "/v1/account", headers: as(n) }),
    list: (n) => ({ method: "GET", path: ownNewest(person(n)), headers: as(n) }),
    create: (n) => ({
      method: "POST",
      path: notes,
      headers: { ...as(0), ...json },
      body: JSON.stringify({ documentId: "unique()", data: { title: `note ${n}`, owner: person(0) } }),
    }),
    upload: (n) => ({ method: "POST", path: files, headers: { ...as(n), "content-type": type }, body }),
    download: () => ({ method: "GET", path: `${files}/${fileId}/download`, headers: as(0) }),
    async listen() {
      const channel = "databases.main.collections.scratch.documents"
      const listener = await openListener(`${running.url}/v1/realtime?project=aworan&channels[]=${channel}`, as(0))
      await listener.hear('"connected"')
      const before = listener.heard()
      return { heard: () => listener.heard() - before, close: listener.close }
    },
    stop: () => running.stop(),
  }
}

/**
 * @param dir for its files
 * @param peer the folder that Parse Server is installed in
 */
export async function startParse(databaseUrl: string, dir: string, peer: string): Promise<Contender> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(dir)
  const program = join(import.meta.dirname, "parse-process.ts")
  const child = spawn(process.execPath, [program, peer, databaseUrl, String(port)], {
    cwd: dir,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (text: Buffer) => text.includes("Parse Server is ready") && resolve())
  })
  await Promise.race([ready, ended.then(() => Promise.reject(new Error("Parse Server ended.")))])
  for (const one of parse.classes) await parse.setUp(url, `schemas/${one.className}`, one, true)
  const persons: parse.ParsePerson[] = []
  for (let n = 0; n < people; n++) {
    const who = { username: personOf(n, people), email: `${personOf(n, people)}@example.com`, name: "Ada" }
    persons.push(await parse.setUp(url, "users", { ...who, password: "a long enough password" }, false))
  }
  await fillParse(databaseUrl, persons)
  const person = (n: number): parse.ParsePerson => persons[n % people] as parse.ParsePerson
  const kept = parse.uploadCall(person(0), file)
  const made = await fetch(url + kept.path, {
    method: "POST",
    headers: kept.headers ?? {},
    body: Uint8Array.from(file),
  })
  const filePath = new URL(((await made.json()) as { url: string }).url).pathname
  return {
    name: "Parse Server",
    url,
    pid: child.pid ?? 0,
    session: (n) => parse.sessionCall(person(n)),
    list: (n) => parse.listCall(person(n)),
    create: (n) => parse.createCall(person(0), `note ${n}`),
    upload: (n) => parse.uploadCall(person(n), file),
    download: () => parse.downloadCall(person(0), filePath),
    async listen() {
      const listener = await openListener(url)
      const { sessionToken } = person(0)
      listener.send({ op: "connect", applicationId: parse.appId, sessionToken })
      await listener.hear('"connected"')
      listener.send({ op: "subscribe", requestId: 1, query: { className: "Note", where: {} }, sessionToken })
      await listener.hear('"subscribed"')
      const before = listener.heard()
      return { heard: () => listener.heard() - before, close: listener.close }
    },
    stop() {
      child.kill("SIGTERM")
      return ended
    },
  }
}

/** The same pictures, read by their maker alone, with the index that their list needs. */
async function fillParse(url: string, persons: readonly parse.ParsePerson[]): Promise<void> {
  const { db, close } = openPostgres(url)
  await sql`insert into "Picture" ("objectId", "createdAt", "updatedAt", "creator", "_rperm", "_wperm", "prompt",
      "sentPrompt", "url", "mode", "isPublic", "width", "height", "size", "aspectRatio", "placeholder", "preview320",
      "preview640")
    select 'p' || lpad(n::text, 9, '0'), now() - n * interval '1 second', now() - n * interval '1 second',
      owner, array[owner], array[owner], 'a chair of oak by a window, number ' || n,
      'a chair of oak by a window, number ' || n, 'http://localhost/pictures/picture-' || n, 'flux1.1-pro', false, 1024,
      1024, 100000, '1:1', repeat('x', 300), 'http://localhost/pictures/picture-' || n || '/320',
      'http://localhost/pictures/picture-' || n || '/640'
    from generate_series(1, ${pictures}::int) n
    cross join lateral (select (${persons.map((one) => one.objectId)}::text[])[1 + n % ${people}::int] as owner) o`.execute(
    db,
  )
  await sql`create index picture_creator_idx on "Picture" ("creator", "createdAt" desc)`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await close()
}
