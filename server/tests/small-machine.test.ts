import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { creditsOf } from "#server/testing/processes/crash.ts"
import { mostMemoryOf } from "#server/testing/processes/memory.ts"
import { signUpAt, startProcess } from "#server/testing/processes/processes.ts"

/** In MiB: without the setting a start takes 850 to 920, and with it 400 (docs/measurements.md#small-machines). */
const bar = 600

test("with MEMORY_MB of a small machine a photo that there is no memory for is refused before it is paid", async () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-small-"))
  const running = await startProcess({ DATA_DIR: dir, MEMORY_MB: "1024", ENGINE: "local", WELCOME_CREDITS: "20" })
  try {
    const visitor = await signUpAt(running, "small@example.com")
    const { credits } = await creditsOf(visitor, running)
    const ask = async (path: string, sides: { width: number; height: number }): Promise<string> => {
      const photo = await sharp({ create: { ...sides, channels: 3, background: "#a3241c" } })
        .jpeg()
        .toBuffer()
      const image = `data:image/jpeg;base64,${photo.toString("base64")}`
      const reply = await visitor.send(running, "POST", path, { image })
      return `${reply.status} ${((await reply.json()) as { message: string }).message}`
    }
    expect(await ask("/background-remover", { width: 6_200, height: 5_000 })).toBe(
      "400 The photo has more than 30 megapixels. Please send a smaller copy.",
    )
    expect(await ask("/image-upscaler", { width: 2_400, height: 2_000 })).toBe(
      "400 The result would have more than 18 megapixels. The photo is large enough as it is.",
    )
    expect(await creditsOf(visitor, running)).toEqual({ credits, held: 0 })
  } finally {
    await running.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})

test.runIf(process.platform === "linux")(
  "with MEMORY_MB of a small machine a start holds little at any time",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "aworan-small-"))
    const running = await startProcess({ DATA_DIR: dir, MEMORY_MB: "1024" }, "server/main.ts", [])
    try {
      const visitor = await signUpAt(running, "small@example.com")
      for (let n = 0; n < 50; n++) {
        expect((await visitor.send(running, "GET", "/generation-orders")).status).toBe(200)
      }
      expect(mostMemoryOf(running.child.pid ?? 0)).toBeLessThan(bar)
    } finally {
      await running.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
)
