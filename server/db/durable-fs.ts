import { fdatasyncSync } from "node:fs"
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

/** ENOSPC as the database's module numbers it. */
const noSpace = 51

/** What the durable file system reaches inside the embedded database's module; pinned by a test that counts syncs. */
interface FileSystemModule {
  NODEFS: {
    stream_ops: {
      fsync?: (stream: { nfd: number }) => number
      write: (stream: Stream, bytes: Uint8Array, offset: number, length: number, position: number) => number
    }
  }
}

interface Stream {
  nfd: number
  /** Path inside the database's own file system. */
  path?: string
}

/** What the file system tells and asks of whoever opened it. */
interface DiskHooks {
  onSync?(): void
  /** The disk is full. @returns whether trying again has a chance */
  onFull?(): boolean
  /** The write-ahead log cannot be written, so the database cannot go on; does not return in a running product. */
  onLogLost?(): void
}

/**
 * The embedded database keeps its files without syncing them: a killed process loses nothing, a power cut may.
 * This file system answers the database's fsync with a real one, so a commit is on the disk before it is acknowledged.
 */
export class DurableFs extends NodeFS {
  #hooks: DiskHooks

  constructor(dir: string, hooks: DiskHooks = {}) {
    super(dir)
    this.#hooks = hooks
  }

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const prepared = await super.init(...args)
    const hook = (module: FileSystemModule): void => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        this.#hooks.onSync?.()
        fdatasyncSync(stream.nfd)
        return 0
      }
      const write = module.NODEFS.stream_ops.write
      module.NODEFS.stream_ops.write = (stream, bytes, offset, length, position) => {
        const attempt = (from: number): number => {
          try {
            return from + write(stream, bytes, offset + from, length - from, position + from)
          } catch (error) {
            if ((error as { errno?: number }).errno !== noSpace) throw error
            return from
          }
        }
        let written = attempt(0)
        // A full disk takes a part, or nothing at all; the database would end over either.
        while (written < length && this.#hooks.onFull?.()) written = attempt(written)
        if (written < length && stream.path?.includes("/pg_wal/")) this.#hooks.onLogLost?.()
        return written === 0 && length > 0 ? write(stream, bytes, offset, length, position) : written
      }
    }
    const before = prepared.emscriptenOpts.preRun ?? []
    const hooks = [...(Array.isArray(before) ? before : [before]), hook] as unknown as typeof before
    return { emscriptenOpts: { ...prepared.emscriptenOpts, preRun: hooks } }
  }
}

/**
 * Start parameters with syncing on; the defaults carry `-F`, which turns it off. The system keeps what was read of the
 * files too, so a fourth of the usual memory does (docs/decisions/002-database.md).
 */
export const durableStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  "-c",
  "shared_buffers=32MB",
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "max_wal_size=64MB",
]
