import { FakeRefusal, type FakeReply, type FakeServer, type LoggedRequest } from "./fake-http.ts"

const key = "standard_1f0e6b2a9c5d4e3f"
const project = "shop-of-before"

type Values = Record<string, unknown>

/** A file of the fake: its record and its bytes. */
interface HeldFile {
  record: Values
  bytes: Uint8Array
}

/** What an Appwrite project has; tests fill it. */
export interface FakeAppwrite {
  address: string
  key: string
  project: string
  users: Values[]
  /** Documents by collection; the database is `main`. */
  collections: Map<string, Values[]>
  files: Map<string, HeldFile[]>
  /** Adds a user with every field that Appwrite tells. */
  addUser(values: Values & { $id: string; email: string }): void
  addFile(
    bucketId: string,
    file: { id: string; name: string; mimeType: string; bytes: Uint8Array; permissions: string[] },
  ): void
  /** Pages as they come, whatever cursor is asked for. */
  ignoresCursors: boolean
}

const date = "2025-03-01T09:30:00.000+00:00"

/** The server API of Appwrite 1.5 and later, as far as a project is read by it. Strict about project, key and queries. */
export function playAppwrite(server: FakeServer): FakeAppwrite {
  const fake: FakeAppwrite = {
    address: `${server.origin}/appwrite/v1`,
    key,
    project,
    users: [],
    collections: new Map(),
    files: new Map(),
    ignoresCursors: false,
    addUser: (values) => void fake.users.push({ ...user, registration: date, passwordUpdate: date, ...values }),
    addFile(bucketId, { id, name, mimeType, bytes, permissions }) {
      const record = {
        $id: id,
        bucketId,
        $createdAt: date,
        $updatedAt: date,
        $permissions: permissions,
        name,
        mimeType,
      }
      const sizes = { signature: "", sizeOriginal: bytes.length, chunksTotal: 1, chunksUploaded: 1 }
      fake.files.set(bucketId, [...(fake.files.get(bucketId) ?? []), { record: { ...record, ...sizes }, bytes }])
    },
  }
  server.mount("/appwrite", (request, url) => {
    authorise(request)
    return route(url)
  })

  function route(url: URL): FakeReply {
    const path = url.pathname
    if (path === "/v1/users") return list(url, "users", fake.users)
    if (path === "/v1/databases") return list(url, "databases", [{ $id: "main", name: "Main" }])
    if (path === "/v1/databases/main/collections") {
      const named = [...fake.collections.keys()].map((id) => ({ $id: id, databaseId: "main", name: id, enabled: true }))
      return list(url, "collections", named)
    }
    const [, collectionId] = /^\/v1\/databases\/main\/collections\/([^/]+)\/documents$/.exec(path) ?? []
    const documents = collectionId && fake.collections.get(collectionId)
    if (documents) return list(url, "documents", documents)
    if (path === "/v1/storage/buckets") {
      return list(
        url,
        "buckets",
        [...fake.files.keys()].map((id) => ({ $id: id, name: id })),
      )
    }
    const [, bucketId = "", fileId] =
      /^\/v1\/storage\/buckets\/([^/]+)\/files(?:\/([^/]+)\/download)?$/.exec(path) ?? []
    const files = fake.files.get(bucketId)
    if (!files) throw refusal(404, "general_route_not_found")
    if (fileId === undefined) {
      return list(
        url,
        "files",
        files.map(({ record }) => record),
      )
    }
    const file = files.find(({ record }) => record.$id === fileId)
    if (!file) throw refusal(404, "storage_file_not_found")
    return { status: 200, body: file.bytes }
  }

  function list(url: URL, name: string, rows: readonly Values[]): FakeReply {
    const { limit, after } = readQueries(url)
    const start = after === null || fake.ignoresCursors ? 0 : rows.findIndex(({ $id }) => $id === after) + 1
    if (after !== null && start === 0 && !fake.ignoresCursors) throw refusal(400, "general_cursor_not_found")
    return { status: 200, body: { total: Math.min(rows.length, 5_000), [name]: rows.slice(start, start + limit) } }
  }
  return fake
}

const user = {
  $createdAt: date,
  $updatedAt: date,
  name: "",
  password: "",
  hash: "argon2",
  hashOptions: { type: "argon2", memoryCost: 65_536, timeCost: 4, threads: 3 },
  status: true,
  labels: [],
  phone: "",
  emailVerification: true,
  phoneVerification: false,
  mfa: false,
  prefs: {},
  targets: [],
  accessedAt: date,
}

function authorise({ method, headers }: LoggedRequest): void {
  if (headers["x-appwrite-project"] !== project) throw refusal(404, "project_not_found")
  if (headers["x-appwrite-key"] !== key) throw refusal(401, "general_unauthorized_scope")
  if (method !== "GET") throw refusal(404, "general_route_not_found")
}

/** Queries of 1.5 and later: JSON, at most 100 rows a page. */
function readQueries(url: URL): { limit: number; after: string | null } {
  const read = { limit: 25, after: null as string | null }
  for (const [name, text] of url.searchParams) {
    if (!/^queries\[\d+\]$/.test(name)) throw refusal(400, "general_argument_invalid")
    const { method, values } = JSON.parse(text) as { method: string; values: unknown[] }
    if (method === "limit" && Number(values[0]) <= 100) read.limit = Number(values[0])
    else if (method === "cursorAfter") read.after = String(values[0])
    else throw refusal(400, "general_query_invalid")
  }
  return read
}

function refusal(status: number, type: string): FakeRefusal {
  return new FakeRefusal({ status, body: { message: type, code: status, type, version: "1.5.11" } })
}
