import { fdatasyncSync } from "node:fs"
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/** What the durable file system reaches inside the embedded database's module; pinned by a test that counts syncs. */
interface FileSystemModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/**
 * The embedded database keeps its files without syncing them: a killed process loses nothing, a power cut may.
 * This file system answers the database's fsync with a real one, so a commit is on the disk before it is acknowledged.
 */
export class DurableFs extends NodeFS {
  #onSync: () => void

  constructor(dir: string, onSync: () => void = () => {}) {
    super(dir)
    this.#onSync = onSync
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const prepared = await super.init(...args)
    const hook = (module: FileSystemModule): void => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        this.#onSync()
        fdatasyncSync(stream.nfd)
        return 0
      }
    }
    const before = prepared.emscriptenOpts.preRun ?? []
    const hooks = [...(Array.isArray(before) ? before : [before]), hook] as unknown as typeof before
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun: hooks } }
  }
}

/** Start parameters with syncing on; the defaults carry `-F`, which turns it off. */
export const durableStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "max_wal_size=64MB",
]
