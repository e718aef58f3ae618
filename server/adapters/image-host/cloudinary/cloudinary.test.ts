import { expect, test } from "vitest"
import { sign } from "./cloudinary.ts"

test("signs as the vendor's own client does", () => {
  const fields = { timestamp: "1767225600", folder: "user-uploads", public_id: "a" }
  expect(sign(fields, "abcd")).toBe("9c235b3225bc308e2b14ed2666de6bb743e1feea")
})
