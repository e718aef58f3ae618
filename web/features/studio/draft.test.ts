// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from "vitest"
import { emptyDraft, readDraft, storeDraft } from "./draft.ts"

beforeEach(() => sessionStorage.clear())

describe("readDraft", () => {
  test("gives back what was stored", () => {
    const draft = { prompt: "a clay pot", ratio: "4:5", count: "3", isRaw: true, wantsPublic: true } as const
    storeDraft(draft)
    expect(readDraft()).toEqual(draft)
  })

  test("starts empty in a new tab", () => {
    expect(readDraft()).toEqual(emptyDraft)
  })

  test("drops only the parts that make no sense", () => {
    sessionStorage.setItem("studio_draft", JSON.stringify({ prompt: "a clay pot", ratio: "7:1", count: 9 }))
    expect(readDraft()).toEqual({ ...emptyDraft, prompt: "a clay pot" })
  })

  test("survives nonsense", () => {
    sessionStorage.setItem("studio_draft", "{")
    expect(readDraft()).toEqual(emptyDraft)
  })
})
