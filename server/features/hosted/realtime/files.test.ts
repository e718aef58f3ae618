import { afterAll, beforeAll, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { heardEvents, open, withChannels } from "#server/testing/realtime-client.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const scratch = "/v1/storage/buckets/scratch/files"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

async function send(person: TestPerson, fileId: string, bytes: Uint8Array, range = ""): Promise<void> {
  const form = new FormData()
  form.append("fileId", fileId)
  form.append("file", new Blob([Uint8Array.from(bytes)]), "a.bin")
  const encoded = new Response(form)
  const reply = await t.app.inject({
    method: "POST",
    url: scratch,
    headers: {
      cookie: person.cookie,
      "content-type": encoded.headers.get("content-type") ?? "",
      ...(range ? { "content-range": range } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(reply.statusCode, reply.body).toBe(201)
}

test("a file is told of once, when it is ready, to those who may read it", async () => {
  const [owner, other] = [await t.signUp({ isVerified: true }), await t.signUp()]
  const query = withChannels("files", "buckets.scratch.files")
  const [mine, theirs] = [await open(t, { person: owner, query }), await open(t, { person: other, query })]
  const fileId = crypto.randomUUID()
  const whole = Buffer.alloc(pieceBytes + 10, 7)
  await send(owner, fileId, whole.subarray(0, pieceBytes), `bytes 0-${pieceBytes - 1}/${whole.length}`)
  expect(await heardEvents(t, mine)).toEqual([])
  const last = `bytes ${pieceBytes}-${whole.length - 1}/${whole.length}`
  await Promise.all([1, 2, 3].map(() => send(owner, fileId, whole.subarray(pieceBytes), last)))
  const [created, ...more] = await heardEvents(t, mine)
  expect(more).toEqual([])
  const events = created?.data.events ?? []
  expect(events).toHaveLength(10)
  expect(events).toHaveProperty("0", `buckets.scratch.files.${fileId}.create`)
  expect(created?.data.channels).toEqual(["files", "buckets.scratch.files", `buckets.scratch.files.${fileId}`])
  expect(created?.data.payload).toMatchObject({ $id: fileId, chunksUploaded: 2, chunksTotal: 2 })

  const permissions = ['read("users")', 'delete("users")', 'update("users")']
  await t.request("PUT", `${scratch}/${fileId}`, { person: owner, body: { permissions } })
  await t.request("DELETE", `${scratch}/${fileId}`, { person: other, body: {} })
  const names = (await heardEvents(t, theirs)).map((frame) => (frame.data.events as string[])[0]?.split(".").at(-1))
  expect(names).toEqual(["update", "delete"])
})
