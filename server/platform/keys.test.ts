import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
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

test("a derived id is the same for the same text and key, and another for another", () => {
  const key = loadTokenKey(join(root, "a"))
  expect(derivedId(key, "recovery:ada@example.com")).toMatch(/^[0-9a-f]{20}$/)
  expect(derivedId(key, "recovery:ada@example.com")).toBe(derivedId(key, "recovery:ada@example.com"))
  expect(derivedId(key, "recovery:bob@example.com")).not.toBe(derivedId(key, "recovery:ada@example.com"))
  expect(derivedId(loadTokenKey(join(root, "b")), "recovery:ada@example.com")).not.toBe(
    derivedId(key, "recovery:ada@example.com"),
  )
})
