import { createHash, randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { runInNewContext } from "node:vm"
import type { Storage } from "appwrite"
import * as sdk27 from "appwrite-27"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

/**
 * SDK 13 as a browser loads it, given what a browser has: its build for Node brings a form of its own that takes no
 * `File`, and puts it in place of everybody's.
 */
function loadSdk13(): typeof import("appwrite") {
  const source = readFileSync(new URL("../../node_modules/appwrite/dist/iife/sdk.js", import.meta.url), "utf8")
  const context = { window: { fetch }, URL, File, FormData, Headers, console }
  return runInNewContext(`${source}; Appwrite`, context)
}

/** What both generations offer alike. */
type FilesOf = Pick<
  Storage,
  "createFile" | "getFile" | "listFiles" | "updateFile" | "deleteFile" | "getFileView" | "getFilePreview"
>

let t: TestApp
let owner: TestPerson
let endpoint = ""
const sdk13 = loadSdk13()

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { CONFORMANCE: "1" } })
  owner = await t.signUp({ isVerified: true })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  endpoint = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/v1`
})
afterAll(() => t.close())

type Progress = (progress: { chunksUploaded: number }) => void

interface Generation {
  storage: FilesOf
  query: (name: string) => string
  unique: () => string
  /** Uploads into the scratch bucket and tells of each piece; the generations differ in where they take the callback. */
  uploadWithProgress: (file: File, onProgress: Progress) => Promise<object & { $id: string }>
}

function open13(): Generation {
  const client = new sdk13.Client().setEndpoint(endpoint).setProject("aworan")
  Object.assign(client.headers, { cookie: owner.cookie })
  const storage = new sdk13.Storage(client)
  return {
    storage,
    query: (name) => sdk13.Query.equal("name", name),
    unique: sdk13.ID.unique,
    uploadWithProgress: (file, onProgress) =>
      storage.createFile("scratch", sdk13.ID.unique(), file, undefined, onProgress),
  }
}

function open27(): Generation {
  const client = new sdk27.Client().setEndpoint(endpoint).setProject("aworan")
  Object.assign(client.headers, { cookie: owner.cookie })
  const storage = new sdk27.Storage(client)
  return {
    storage: storage as unknown as FilesOf,
    query: (name) => sdk27.Query.equal("name", [name]),
    unique: () => sdk27.ID.unique(),
    uploadWithProgress: (file, onProgress) =>
      storage.createFile({ bucketId: "scratch", fileId: sdk27.ID.unique(), file, onProgress }),
  }
}

const generations: [string, () => Generation][] = [
  ["13.0.2", open13],
  ["27.0.0", open27],
]

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex")
}

async function download(url: URL | string): Promise<Buffer> {
  const reply = await fetch(url, { headers: { cookie: owner.cookie } })
  return Buffer.from(await reply.arrayBuffer())
}

describe.each(generations)("the published SDK %s", (version, open) => {
  test("uploads, describes, lists, shares and removes a small file", async () => {
    const { storage, query, unique } = open()
    const name = `${version}-${Date.now()}.txt`
    const made = await storage.createFile("scratch", unique(), new File(["a few words"], name), [
      'read("any")',
      'write("users")',
    ])
    expect(made).toMatchObject({ name, mimeType: "text/plain", sizeOriginal: 11, chunksUploaded: 1 })
    expect(await storage.getFile("scratch", made.$id)).toMatchObject({ $id: made.$id, signature: made.signature })
    expect(await storage.listFiles("scratch", [query(name)])).toMatchObject({ total: 1, files: [{ $id: made.$id }] })
    const renamed = await storage.updateFile("scratch", made.$id, "renamed.txt")
    expect(renamed).toMatchObject({ name: "renamed.txt", $permissions: made.$permissions })
    expect((await download(storage.getFileView("scratch", made.$id))).toString()).toBe("a few words")
    expect((await download(storage.getFilePreview("scratch", made.$id, 32, 32))).length).toBeGreaterThan(50)
    await storage.deleteFile("scratch", made.$id)
    await expect(storage.getFile("scratch", made.$id)).rejects.toMatchObject({
      code: 404,
      type: "storage_file_not_found",
    })
  })

  test("uploads a file of three pieces, and hears of its progress", async () => {
    const { storage, uploadWithProgress } = open()
    const bytes = randomBytes(11 * 1024 * 1024 + 17)
    const heard: number[] = []
    const made = await uploadWithProgress(new File([bytes], "big.bin"), (progress) =>
      heard.push(progress.chunksUploaded),
    )
    expect(made).toMatchObject({ chunksTotal: 3, chunksUploaded: 3, signature: md5(bytes), name: "big.bin" })
    expect(heard).toHaveLength(3)
    expect(md5(await download(storage.getFileView("scratch", made.$id)))).toBe(md5(bytes))
  })

  test("goes on with a file that was begun, under an id of its own", async () => {
    const { storage } = open()
    const bytes = randomBytes(6 * 1024 * 1024)
    const id = `resumed-${version.replaceAll(".", "-")}`
    const form = new FormData()
    form.append("fileId", id)
    form.append("file", new File([bytes.subarray(0, 5 * 1024 * 1024)], "big.bin"))
    const range = { "content-range": `bytes 0-${5 * 1024 * 1024 - 1}/${bytes.length}`, cookie: owner.cookie }
    await fetch(`${endpoint}/storage/buckets/scratch/files`, { method: "POST", headers: range, body: form })
    const made = await storage.createFile("scratch", id, new File([bytes], "big.bin"))
    expect(made).toMatchObject({ $id: id, chunksUploaded: 2, signature: md5(bytes) })
  })

  test("is told plainly what is refused", async () => {
    const { storage, unique } = open()
    const html = new File(["<!doctype html>"], "a.png")
    await expect(storage.createFile("images", unique(), html)).rejects.toMatchObject({
      code: 400,
      type: "storage_file_type_unsupported",
    })
    const huge = new File([Buffer.alloc(12 * 1024 * 1024 + 1)], "huge.bin")
    await expect(storage.createFile("scratch", unique(), huge)).rejects.toMatchObject({
      code: 400,
      type: "storage_invalid_file_size",
    })
  })
})
