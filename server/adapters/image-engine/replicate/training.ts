import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"
import type { CallBook } from "#server/adapters/image-engine/hosted/once.ts"
import type { EngineWatch, TrainedModel, TrainingOrder } from "#server/adapters/image-engine/port.ts"
import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import { make, type PreparedCall, predict, type ReplicateClient, read, sendFile, zipType } from "./predictions.ts"
import { Model, TrainingOutput } from "./shapes.ts"

/** All trained models are versions of this one: an account holds at most a thousand models. */
const destinationName = "aworan-trained"
/** Place of the one call of a training. */
export const trainingPlace = "training"
/** Enough for one product, as users of the trainer report. */
const steps = 1_000
const usualMs = 25 * 60_000

/** Learns a product from its photos. @param owner account that the result belongs to */
export async function train(
  client: ReplicateClient,
  owner: string,
  order: TrainingOrder,
  book: CallBook,
  watch: EngineWatch,
): Promise<TrainedModel> {
  const { signal } = watch
  const began = performance.now()
  const call = {
    place: trainingPlace,
    resource: "trainings",
    prepare: () => prepare(client, owner, order, signal),
  } as const
  const { output } = await predict(client, call, book, signal, () =>
    watch.onProgress(0.95 * (1 - Math.exp((-2 * (performance.now() - began)) / usualMs))),
  )
  const made = TrainingOutput.safeParse(output)
  if (!made.success) throw new ProviderFailure("bad_reply", "The training gave no version.")
  return { model: made.data.version, views: [], colours: [], by: "model" }
}

async function prepare(
  client: ReplicateClient,
  owner: string,
  order: TrainingOrder,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const [trainer = "", pinned] = client.config.models.trainer.split(":")
  const version = pinned ?? (await newestVersion(client, trainer, signal))
  const destination = `${owner}/${destinationName}`
  await ensureDestination(client, owner, destination, signal)
  return {
    path: `/models/${trainer}/versions/${version}/trainings`,
    more: { destination },
    input: {
      input_images: await sendFile(client, await packPhotos(order.photos), zipType, signal),
      trigger_word: order.triggerWord,
      autocaption: true,
      steps,
    },
  }
}

async function newestVersion(client: ReplicateClient, name: string, signal: AbortSignal): Promise<string> {
  const { latest_version: latest } = await read(client, "model", `/models/${name}`, Model, signal)
  if (!latest) throw new ProviderFailure("not_found", `${name} has no version.`)
  return latest.id
}

async function ensureDestination(
  client: ReplicateClient,
  owner: string,
  destination: string,
  signal: AbortSignal,
): Promise<void> {
  if (await isModel(client, destination, signal)) return
  const body = { owner, name: destinationName, visibility: "private", hardware: "gpu-t4" }
  try {
    await make(client, "/models", body, signal)
  } catch (error) {
    // Another training may be making it at the same time, or the answer was lost.
    if (signal.aborted || !(await isModel(client, destination, signal))) throw error
  }
}

async function isModel(client: ReplicateClient, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await read(client, "model", `/models/${name}`, Model, signal)
    return true
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === "not_found") return false
    throw error
  }
}

/** Photos as the trainer takes them: numbered files in a ZIP, which is the same for the same photos. */
async function packPhotos(photos: readonly Uint8Array[]): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [index, photo] of photos.entries()) {
    const name = `${String(index + 1).padStart(2, "0")}.${endingOf(photo)}`
    zip.addBuffer(Buffer.from(photo), name, { mtime: new Date(0), compress: false })
  }
  zip.end()
  return buffer(zip.outputStream)
}

function endingOf(photo: Uint8Array): string {
  if (photo[0] === 0x89) return "png"
  return photo[0] === 0x52 ? "webp" : "jpg"
}
