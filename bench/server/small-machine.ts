/**
 * A day on a machine with one gigabyte, in one process: a first start, pictures, a cut-out and an enlargement, a training with its
 * shoot, and five minutes without work. Where a control group can be made, the process has no more than that (docs/measurements.md#small-machines).
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { databaseId, projectId } from "#contract/project.ts"
import { productPhotos } from "#e2e/product-photos.ts"
import { signUpAt, startProcess } from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"
import { atMost, type Figure, holds, plain, report, show } from "./figures.ts"
import { memoryOf } from "./memory.ts"
import { openMemoryGroup } from "./memory-group.ts"

const megabytes = 1_024
/** Most memory that the process may hold: after a start, at any time, and five minutes after work. In megabytes. */
const bars = { started: 350, most: 700, rested: 400 } as const
/** Sides of the photos in pixels: 12 megapixels, and what is worth enlarging. */
const [photoSide, smallSide] = [3_464, 1_200]
const patienceMs = 15 * 60_000
const prompts = ["a clay pot on a wooden table", "a rice cooker in a bright kitchen", "a folded ankara cloth"]

/** What the launcher sets for the product, and for this bench. */
const allocatorSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("MALLOC_")))

const group = openMemoryGroup(megabytes)
const dir = mkdtempSync(join(tmpdir(), "aworan-small-"))
const settings = {
  DATA_DIR: dir,
  ENGINE: "local",
  ENGINE_THREADS: "1",
  MEMORY_MB: String(megabytes),
  WELCOME_CREDITS: "1000",
  ...allocatorSettings,
  ...(group && { GROUP_PROCESSES: group.processes }),
}
const product = await startProcess(settings, group ? "bench/server/run-in-group.ts" : "server/main.ts", [])
const figures: Figure[] = [plain("limit of the machine", group ? `${megabytes} MB` : "none could be set")]
try {
  const memory = () => memoryOf(product.child.pid ?? 0)
  const note = (what: string, seconds?: number): void => {
    const { now, most } = memory()
    const time = seconds === undefined ? "" : ` after ${show(seconds)} s`
    const figure = plain(what, `${show(now)} MB${time}, most so far ${show(most)} MB`)
    process.stdout.write(`${figure.what}: ${figure.measured}\n`)
    figures.push(figure)
  }
  await sleep(20_000)
  figures.push(atMost("held 20 s after a first start", memory().now, bars.started, "MB"))
  note("started")

  const visitor = await signUpAt(product, "small@example.com")
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await visitor.send(product, method, path, body)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now()
    await work()
    note(what, (performance.now() - begun) / 1_000)
  }
  const runs = async (path: string, body: object): Promise<void> => {
    await ask("POST", path, body)
    await until(async () => (await ask<{ data: unknown[] }>("GET", "/runs")).data.length === 0, patienceMs)
    const failed = await ask<{ data: { failure: string }[] }>("GET", "/runs/failed")
    if (failed.data.length > 0) throw new Error(`${path}: ${failed.data[0]?.failure}`)
  }
  const upload = async (photos: Awaited<ReturnType<typeof productPhotos>>): Promise<string[]> => {
    const addresses: string[] = []
    for (const { name, mimeType, buffer } of photos) {
      const form = new FormData()
      form.append("fileId", "unique()")
      form.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
      const path = `${product.url}/v1/storage/buckets/${imagesBucketId}/files`
      const reply = await fetch(path, { method: "POST", headers: { cookie: visitor.cookie }, body: form })
      if (!reply.ok) throw new Error(`An upload was refused: ${await reply.text()}`)
      const { $id } = (await reply.json()) as { $id: string }
      addresses.push(`${product.url}${viewPath(imagesBucketId, $id, projectId)}`)
    }
    return addresses
  }

  for (const prompt of prompts) {
    await timed(`a picture drawn: ${prompt}`, () => runs("/image-gen-with-flux-1.1", { prompt, aspect_ratio: "1:1" }))
  }
  const photos = await upload(await productPhotos(photoSide))
  const [small] = await upload((await productPhotos(smallSide)).slice(0, 1))
  await timed("a photo of 12 megapixels cut out", () => runs("/background-remover", { image: photos[0] }))
  await timed("a photo of 1,200 pixels enlarged to twice its size", () => runs("/image-upscaler", { image: small }))
  await timed(`${photos.length} photos of 12 megapixels looked at`, async () => {
    for (const image of photos) {
      await ask("POST", "/training-looks", { image })
      await ask("POST", "/training-looks/settle", { image, answer: "first" })
    }
  })
  const shots = await train()
  figures.push(holds("a training and its shoot", shots > 0, `${shots} pictures`, "some"))
  await sleep(5 * 60_000)
  note("five minutes later")
  figures.push(
    atMost("held five minutes after work", memory().now, bars.rested, "MB"),
    atMost("most at any time", memory().most, bars.most, "MB"),
    holds("nothing was ended by the kernel", !group?.hasKilled(), group?.hasKilled() ? "it was" : "so it is", ""),
  )

  async function train(): Promise<number> {
    let shot = 0
    await timed("a training and its shoot", async () => {
      const data = { PrimaryStyle: "Product", images: photos, rightsConfirmed: true, isPublic: false }
      const path = `/v1/databases/${databaseId}/collections/trainings/documents`
      const { $id } = await ask<{ $id: string }>("POST", path, { documentId: "unique()", data })
      interface State {
        data: { trainingStatus: string; failure: string | null; shots: number; openShots: number }
      }
      const { data: end } = await until(async () => {
        const state = await ask<State>("GET", `/trainings/${$id}`)
        if (state.data.failure) throw new Error(state.data.failure)
        return state.data.shots > 0 && state.data.openShots === 0 && state
      }, patienceMs)
      shot = end.shots
    })
    return shot
  }
} finally {
  await product.stop()
  group?.remove()
  rmSync(dir, { recursive: true, force: true })
}
report(figures)
