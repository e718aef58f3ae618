import { expect } from "vitest"

/** What a PDF of ours is: small, tagged for readers, with bookmarks, its language and its letters inside. */
export function expectTaggedPdf(bytes: Buffer): void {
  expect(bytes.length).toBeLessThanOrEqual(500_000)
  const text = bytes.toString("latin1")
  expect(text).toMatch(/^%PDF-1\.7/)
  for (const part of ["/MarkInfo", "/StructTreeRoot", "/Outlines", "/FontFile2", "/Lang (en)"]) {
    expect(text).toContain(part)
  }
}
