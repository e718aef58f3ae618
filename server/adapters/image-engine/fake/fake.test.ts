import { describe, expect, test } from "vitest"
import { testImageEngine } from "#server/adapters/image-engine/conformance.ts"
import type { PictureOrder } from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { createFakeEngine } from "./fake.ts"

testImageEngine("fake", async () => createFakeEngine(), "[slow 30000] a clay pot")

describe("the fake engine's faults", () => {
  const order: PictureOrder = {
    kind: "picture",
    mode: "flux1.1-pro",
    style: "plain",
    prompt: "",
    sentPrompt: "",
    width: 16,
    height: 16,
    count: 3,
    seed: 1,
    format: "png",
    raw: false,
  }
  const draw = (prompt: string) =>
    createFakeEngine().run(
      { ...order, prompt },
      {
        signal: new AbortController().signal,
        onProgress() {},
        onPreview() {},
        providerJobId: null,
        saveProviderJobId: async () => {},
      },
    )

  test("are had by asking in the prompt", async () => {
    await expect(draw("[fail] a pot")).rejects.toBeInstanceOf(AppError)
    await expect(draw("[break] a pot")).rejects.not.toBeInstanceOf(AppError)
    expect(await draw("[few 2] a pot")).toHaveLength(2)
    expect(Buffer.from((await draw("[garbage] a pot"))[0]?.bytes ?? []).toString()).toBe("this is not a picture")
  })
})
