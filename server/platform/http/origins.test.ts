import { describe, expect, test } from "vitest"
import { isSameHost, readOrigin, readTrustedUrl, trustedOrigins } from "./origins.ts"

const https = { publicUrl: "https://aworan.example", isProduction: true }

describe("a trusted origin", () => {
  const trusts = trustedOrigins({ ...https, trustedOrigins: ["https://shop.example:8080"] })

  test.each([
    ["https://aworan.example", true],
    ["https://aworan.example:443", true],
    ["https://aworan.example:8443", false],
    ["http://aworan.example", false],
    ["https://shop.example:8080", true],
    ["https://shop.example", false],
    ["http://localhost:3000", false],
  ])("%s: %s", (origin, isTrusted) => {
    expect(trusts(new URL(origin))).toBe(isTrusted)
  })

  test("is every port of this machine only when we run on it, and not in production", () => {
    const local = { publicUrl: "http://localhost:3000", trustedOrigins: [] }
    const page = new URL("http://127.0.0.1:5173")
    expect(trustedOrigins({ ...local, isProduction: false })(page)).toBe(true)
    expect(trustedOrigins({ ...local, isProduction: true })(page)).toBe(false)
    expect(trustedOrigins({ ...https, isProduction: false, trustedOrigins: [] })(page)).toBe(false)
  })

  test.each([
    ["Shop.example", "https://shop.example"],
    ["shop.example:8080", "https://shop.example:8080"],
    ["http://shop.example", "http://shop.example"],
    ["https://shop.example/", "https://shop.example"],
    ["https://shop.example/page", null],
    ["ftp://shop.example", null],
    ["https://name@shop.example", null],
    ["*", null],
  ])("is read from the setting %s as %s", (text, origin) => {
    expect(readOrigin(text)).toBe(origin)
  })

  test.each([
    ["https://aworan.example", "aworan.example", true],
    ["http://aworan.example", "aworan.example", false],
    ["https://evil.example", "aworan.example", false],
  ])("page %s at the host %s counts as its own: %s", (origin, host, isOwn) => {
    expect(isSameHost(new URL(origin), host, https.publicUrl)).toBe(isOwn)
  })
})

describe("a link in a mail", () => {
  const hosts = trustedOrigins({ ...https, trustedOrigins: [] })

  test.each(["https://aworan.example/verify-user", "https://aworan.example:443/a?b=c#d", "https://AWORAN.example/"])(
    "may be %s",
    (text) => {
      expect(readTrustedUrl(text, hosts)?.hostname).toBe("aworan.example")
    },
  )

  test.each([
    "",
    "/verify-user",
    "//aworan.example/verify-user",
    "https://evil.example/",
    "http://aworan.example/",
    "https://aworan.example:8443/",
    "https://aworan.example.evil.example/",
    "https://evilaworan.example/",
    "https://aworan.example@evil.example/",
    "https://evil.example#@aworan.example/",
    "https://evil.example\\@aworan.example/",
    "https://name:password@aworan.example/",
    "https://name@aworan.example/",
    "javascript:alert(1)//aworan.example",
    "data:text/html,aworan.example",
    "ftp://aworan.example/",
    "file://aworan.example/etc/passwd",
    "https://aworan.example/\r\nBcc: x",
    "https://aworan.example/ a",
    " https://aworan.example/",
    "https://aworan.example/\u0000",
    "https://aworan.example/\u202e",
    "https://aworan\u200b.example/",
    "https://aworan.example./",
    "https:aworan.example:x",
  ])("may not be %j", (text) => {
    expect(readTrustedUrl(text, hosts)).toBeNull()
  })
})
