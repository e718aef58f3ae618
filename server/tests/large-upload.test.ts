import { createHash, randomBytes, randomInt } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { pieceBytes, type StoredFile } from "#contract/hosted/files.ts"
import { mostMemoryOf } from "#server/testing/processes/memory.ts"
import { signUpAt, startProcess } from "#server/testing/processes/processes.ts"

const at = "/v1/storage/buckets/scratch/files"
const mebibyte = 1024 * 1024

/** Lets Linux begin anew with the most memory that a process ever held. */
function forgetMost(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
}

test.runIf(process.platform === "linux")(
  "a file of 200 MiB goes through in pieces and comes back, and is never held whole",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "aworan-large-"))
    const settings = { DATA_DIR: dir, CONFORMANCE: "1", CONFORMANCE_FILE_BYTES: String(200 * mebibyte) }
    const running = await startProcess(settings, "server/main.ts", [])
    try {
      const visitor = await signUpAt(running, "large@example.com")
      const piece = randomBytes(pieceBytes)

      const upload = async (fileId: string, pieces: number): Promise<StoredFile | null> => {
        let last: StoredFile | null = null
        for (let number = 0; number < pieces; number++) {
          piece.writeUInt32LE(number)
          const form = new FormData()
          form.append("fileId", fileId)
          form.append("file", new Blob([piece]), "large.bin")
          const start = number * pieceBytes
          const range = `bytes ${start}-${start + pieceBytes - 1}/${pieces * pieceBytes}`
          const headers = { cookie: visitor.cookie, "content-range": range }
          const reply = await fetch(running.url + at, { method: "POST", headers, body: form })
          last = (await reply.json()) as StoredFile
          expect([reply.status, last.chunksUploaded], JSON.stringify(last)).toEqual([201, number + 1])
        }
        return last
      }
      const download = async (fileId: string): Promise<string> => {
        const reply = await visitor.send(running, "GET", `${at}/${fileId}/download`)
        const md5 = createHash("md5")
        for await (const bytes of reply.body ?? []) md5.update(bytes)
        return md5.digest("hex")
      }

      const pid = running.child.pid ?? 0
      const mostFor = async (act: () => Promise<unknown>): Promise<number> => {
        forgetMost(pid)
        await act()
        return mostMemoryOf(pid)
      }
      const small = async (): Promise<void> => {
        for (const id of ["a", "b", "c"]) await download((await upload(`small-${id}-${randomInt(1e9)}`, 4))?.$id ?? "")
      }
      await small()
      const forSmall = await mostFor(small)
      const whole = createHash("md5")
      for (let number = 0; number < 40; number++) {
        piece.writeUInt32LE(number)
        whole.update(piece)
      }
      const forLarge = await mostFor(async () => {
        expect(await upload("large", 40)).toMatchObject({ sizeOriginal: 200 * mebibyte, chunksTotal: 40 })
        expect(await download("large")).toBe(whole.digest("hex"))
      })
      // What is freed late differs by tens of MiB from run to run; half of the file is well beyond that.
      expect(forLarge).toBeLessThan(forSmall + 100)
    } finally {
      await running.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
  180_000,
)
