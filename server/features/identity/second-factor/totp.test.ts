import { describe, expect, test } from "vitest"
import { base32, findStep, stepOf, totpCode, totpUri } from "./totp.ts"

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from("12345678901234567890")

describe("codes of an authenticator app", () => {
  // The RFC's codes have eight digits; six are the last six of them.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 at %s seconds", (seconds, code) => {
    expect(totpCode(secret, stepOf(seconds * 1000))).toBe(code)
  })

  test("count one step around now, and once", () => {
    const now = 1_111_111_111_000
    const step = stepOf(now)
    const at = (code: string, after = 0) => findStep(secret, code, { now, after })
    for (const near of [step - 1, step, step + 1]) expect(at(totpCode(secret, near))).toBe(near)
    for (const far of [step - 2, step + 2]) expect(at(totpCode(secret, far))).toBeNull()
    expect(at(totpCode(secret, step), step)).toBeNull()
    expect(at(totpCode(secret, step - 1), step)).toBeNull()
    expect(at(totpCode(secret, step + 1), step)).toBe(step + 1)
    for (const wrong of ["", "05047", "0504711", "٠٥٠٤٧١", "abcdef"]) expect(at(wrong)).toBeNull()
  })
})

test("a secret is written as RFC 4648 has it, and the address names both sides", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI")
  expect(totpUri(secret, "Aworan", "ada obi@example.com")).toBe(
    "otpauth://totp/Aworan:ada%20obi%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Aworan&algorithm=SHA1&digits=6&period=30",
  )
})
