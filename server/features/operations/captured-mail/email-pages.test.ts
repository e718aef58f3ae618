import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { emailSamples } from "./email-samples.ts"

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test("every letter is shown to this machine, and to nobody behind a proxy", async () => {
  const list = await t.request("GET", "/dev/mail/letters")
  expect([list.statusCode, list.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  const shown = [...list.body.matchAll(/href="(\/dev\/mail\/letters\/[^"]+)"/g)].map(([, path = ""]) => path)
  const samples = emailSamples("https://studio.example.com")
  expect(shown.toSorted()).toEqual(
    Object.keys(samples)
      .map((name) => `/dev/mail/letters/${name}`)
      .toSorted(),
  )
  for (const path of shown) {
    const letter = await t.request("GET", path)
    expect([letter.statusCode, letter.headers["content-type"]], path).toEqual([200, "text/html; charset=utf-8"])
    expect(letter.headers["content-security-policy"], path).toContain("default-src 'none'; style-src 'unsafe-inline'")
  }
  expect((await t.request("GET", "/dev/mail/letters/admitted")).body).toContain("Hello Ada,")
  expect((await t.request("GET", "/dev/mail/letters/constructor")).statusCode).toBe(404)
  for (const path of ["/dev/mail/letters", ...shown]) {
    const away = await t.request("GET", path, { headers: { "x-forwarded-for": "198.51.100.7" } })
    expect(away.statusCode, path).toBe(404)
  }
})
