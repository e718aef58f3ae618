import { describe, expect, test } from "vitest"
import { readTrustedUrl, trustedHosts } from "./origins.ts"

describe("trusted hosts", () => {
  test("are our own and the listed ones, whatever their port and case", () => {
    const hosts = trustedHosts({ publicUrl: "https://aworan.example", trustedOrigins: ["Shop.example:8080"] })
    expect([...hosts].sort()).toEqual(["aworan.example", "shop.example"])
  })

  test("include every name of this machine only when we run on it", () => {
    expect(trustedHosts({ publicUrl: "http://localhost:3000", trustedOrigins: [] })).toContain("127.0.0.1")
    expect(trustedHosts({ publicUrl: "https://aworan.example", trustedOrigins: [] })).not.toContain("localhost")
  })
})

describe("a link in a mail", () => {
  const hosts = trustedHosts({ publicUrl: "https://aworan.example", trustedOrigins: [] })

  test.each(["https://aworan.example/verify-user", "http://aworan.example:8443/a?b=c#d", "https://AWORAN.example/"])(
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
