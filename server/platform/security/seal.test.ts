import { randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { seal, unseal } from "./seal.ts"

const key = randomBytes(32)
const secret = Buffer.from("a secret")

test("what is sealed opens for the same key, purpose and owner only", () => {
  const sealed = seal(key, "factor", "ada", secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal(key, "factor", "ada", sealed)).toEqual(secret)
  expect(unseal(key, "factor", "bola", sealed)).toBeNull()
  expect(unseal(key, "other", "ada", sealed)).toBeNull()
  expect(unseal(randomBytes(32), "factor", "ada", sealed)).toBeNull()
  expect(unseal(key, "factor", "ada", Buffer.concat([sealed, Buffer.from([0])]))).toBeNull()
  expect(unseal(key, "factor", "ada", Buffer.alloc(3))).toBeNull()
  expect(seal(key, "factor", "ada", secret)).not.toEqual(sealed)
})
