import fs, {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, afterEach, describe, expect, test, vi } from "vitest"
import { derivedId, loadTokenKey } from "./keys.ts"

const root = mkdtempSync(join(tmpdir(), "aworan-keys-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("the key is made once, for its owner's eyes only, and stays", () => {
  const first = loadTokenKey(join(root, "a"))
  expect(first).toHaveLength(32)
  expect(loadTokenKey(join(root, "a"))).toEqual(first)
  expect(loadTokenKey(join(root, "b"))).not.toEqual(first)
  expect(statSync(join(root, "a", "keys", "token.key")).mode & 0o777).toBe(0o600)
  expect(statSync(join(root, "a", "keys")).mode & 0o777).toBe(0o700)
})

test("a damaged key stops the start, and is left as it is", () => {
  loadTokenKey(join(root, "c"))
  const path = join(root, "c", "keys", "token.key")
  writeFileSync(path, "half a k")
  expect(() => loadTokenKey(join(root, "c"))).toThrow(/token\.key is damaged/)
  expect(readFileSync(path, "utf8")).toBe("half a k")
})

describe("a key that is made", () => {
  const { fsyncSync, linkSync } = fs

  /** Has `instead` done for the call of this name that the product makes. */
  function replace(name: "fsyncSync" | "linkSync", instead: (...given: never[]) => void): void {
    vi.spyOn(fs, name).mockImplementation(instead as never)
    syncBuiltinESMExports()
  }

  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test("gets its name only when it is whole and on the disk, and the name is on the disk before it is used", () => {
    const keys = join(root, "flushed", "keys")
    const steps: string[] = []
    const plain = (path: string): string => basename(path).replace(/[0-9a-f]{16}$/, "draft")
    replace("fsyncSync", (file: number) => {
      steps.push(`flush ${plain(readlinkSync(`/proc/self/fd/${file}`))}`)
      fsyncSync(file)
    })
    replace("linkSync", (from: string, to: string) => {
      expect(readFileSync(from, "utf8")).toMatch(/^[0-9a-f]{64}$/)
      steps.push(`${plain(from)} becomes ${plain(to)}`)
      linkSync(from, to)
    })
    loadTokenKey(join(root, "flushed"))
    const made = ["flush token.key.draft", "token.key.draft becomes token.key", "flush keys", "flush flushed"]
    expect(steps).toEqual(made)
    expect(readdirSync(keys)).toEqual(["token.key"])
  })

  test("is the one of another process that was quicker", () => {
    const keys = join(root, "second", "keys")
    const other = "ab".repeat(32)
    replace("linkSync", (from: string, to: string) => {
      writeFileSync(to, other)
      linkSync(from, to)
    })
    expect(loadTokenKey(join(root, "second")).toString("hex")).toBe(other)
    expect(readdirSync(keys)).toEqual(["token.key"])
  })

  test("is made as well where a file can have no second name", () => {
    const keys = join(root, "card", "keys")
    replace("linkSync", () => {
      throw Object.assign(new Error("not permitted"), { code: "EPERM" })
    })
    const key = loadTokenKey(join(root, "card"))
    expect(loadTokenKey(join(root, "card"))).toEqual(key)
    expect(readdirSync(keys)).toEqual(["token.key"])
    expect(statSync(join(keys, "token.key")).mode & 0o777).toBe(0o600)
  })
})

test("where the key is there nothing is written beside it: a cluster mounts its folder read-only", () => {
  loadTokenKey(join(root, "mounted"))
  const keys = join(root, "mounted", "keys")
  utimesSync(keys, 1_000, 1_000)
  loadTokenKey(join(root, "mounted"))
  expect(statSync(keys).mtimeMs).toBe(1_000_000)
})

test("a derived id is the same for the same text and key, and another for another", () => {
  const key = loadTokenKey(join(root, "a"))
  expect(derivedId(key, "recovery:ada@example.com")).toMatch(/^[0-9a-f]{20}$/)
  expect(derivedId(key, "recovery:ada@example.com")).toBe(derivedId(key, "recovery:ada@example.com"))
  expect(derivedId(key, "recovery:bob@example.com")).not.toBe(derivedId(key, "recovery:ada@example.com"))
  expect(derivedId(loadTokenKey(join(root, "b")), "recovery:ada@example.com")).not.toBe(
    derivedId(key, "recovery:ada@example.com"),
  )
})
