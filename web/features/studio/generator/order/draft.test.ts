import { beforeEach, describe, expect, test } from "vitest"
import { emptyDraft, readDraft, storeDraft, takeFromAddress } from "./draft.ts"

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe("readDraft", () => {
  test("gives back what was stored", () => {
    const draft = { prompt: "a clay pot", ratio: "4:5", count: "3", isRaw: true, wantsPublic: true } as const
    storeDraft(draft, "ada")
    expect(readDraft("ada")).toEqual(draft)
  })

  test("goes on in a new tab, and not for somebody else", () => {
    const draft = { ...emptyDraft, prompt: "a clay pot" }
    storeDraft(draft, "ada")
    sessionStorage.clear()
    expect(readDraft("bola")).toEqual(emptyDraft)
    expect(readDraft("ada")).toEqual(draft)
    storeDraft(emptyDraft, "ada")
    sessionStorage.clear()
    expect(readDraft("ada")).toEqual(emptyDraft)
  })

  test("drops only the parts that make no sense", () => {
    sessionStorage.setItem("studio_draft", JSON.stringify({ prompt: "a clay pot", ratio: "7:1", count: 9 }))
    expect(readDraft("ada")).toEqual({ ...emptyDraft, prompt: "a clay pot" })
  })

  test("survives nonsense", () => {
    sessionStorage.setItem("studio_draft", "{")
    expect(readDraft("ada")).toEqual(emptyDraft)
  })
})

describe("takeFromAddress", () => {
  const draft = { ...emptyDraft, prompt: "a clay pot", ratio: "1:1" } as const

  test("takes words and shape", () => {
    const taken = takeFromAddress(draft, new URLSearchParams({ prompt: "a straw hat", shape: "4:5" }))
    expect(taken).toEqual({ ...draft, prompt: "a straw hat", ratio: "4:5" })
  })

  test("keeps the draft without words, and its shape when the one asked for does not exist", () => {
    expect(takeFromAddress(draft, new URLSearchParams({ mode: "dalle3" }))).toEqual(draft)
    const taken = takeFromAddress(draft, new URLSearchParams({ prompt: "a straw hat", shape: "7:1" }))
    expect(taken.ratio).toBe("1:1")
  })

  test("takes the shape alone, and the settings of a picture", () => {
    expect(takeFromAddress(draft, new URLSearchParams({ shape: "9:16" }))).toEqual({ ...draft, ratio: "9:16" })
    const remix = new URLSearchParams({ prompt: "a hat", shape: "4:5", count: "3", raw: "yes" })
    expect(takeFromAddress(draft, remix)).toMatchObject({ prompt: "a hat", ratio: "4:5", count: "3", isRaw: true })
    expect(takeFromAddress({ ...draft, isRaw: true }, new URLSearchParams({ count: "9", raw: "no" }))).toMatchObject({
      count: "1",
      isRaw: false,
    })
  })
})
