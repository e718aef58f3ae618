import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test("every letter is shown to this machine, and to nobody behind a proxy", async () => {
  const list = await t.request("GET", "/dev/mail/letters")
  expect([list.statusCode, list.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  expect(list.body).toContain('href="/dev/mail/letters/admitted"')
  const letter = await t.request("GET", "/dev/mail/letters/admitted")
  expect(letter.body).toContain("Hello Ada,")
  expect(letter.headers["content-security-policy"]).toContain("default-src 'none'; style-src 'unsafe-inline'")
  expect((await t.request("GET", "/dev/mail/letters/constructor")).statusCode).toBe(404)
  for (const path of ["/dev/mail/letters", "/dev/mail/letters/admitted"]) {
    const away = await t.request("GET", path, { headers: { "x-forwarded-for": "198.51.100.7" } })
    expect(away.statusCode, path).toBe(404)
  }
})
