import { expect, test } from "vitest"
import { findMode, modes } from "#contract/catalogue/modes.ts"
import { emptyDraft } from "./draft.ts"
import { buildBody, generateEndpoint } from "./generate-endpoints.ts"

const draft = { ...emptyDraft, prompt: "  a clay pot ", ratio: "4:5", count: "3", isRaw: true } as const

test.each(modes)("draws $slug over its own path", (mode) => {
  expect(generateEndpoint(mode).path).toBe(mode.path)
})

test("sends the number of pictures only where it can be chosen", () => {
  expect(buildBody(findMode("flux-dev-realism"), { ...draft, wantsPublic: true })).toEqual({
    prompt: "a clay pot",
    aspect_ratio: "4:5",
    output_format: "webp",
    num_outputs: 3,
    is_public: true,
    mode: "flux-dev-realism",
  })
})

test("sends raw only for Ultra, as PNG", () => {
  expect(buildBody(findMode("flux1.1-ultra"), draft)).toEqual({
    prompt: "a clay pot",
    aspect_ratio: "4:5",
    output_format: "png",
    raw: true,
    is_public: false,
    mode: "flux1.1-ultra",
  })
})

test("makes nothing without a shape", () => {
  expect(buildBody(findMode("dalle3"), { ...draft, ratio: undefined })).toBeUndefined()
})
