import { readFileSync } from "node:fs"
import { PGlite } from "@electric-sql/pglite"
import { parsers } from "#server/db/embedded-host.ts"

/** Files in memory need no second memory: clearing the usual 128 MB is a quarter of opening a database. */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"]

/** A new database in a folder that does not exist; nothing waits for the disk. */
export function createAt(dataDir: string): Promise<PGlite> {
  return PGlite.create({ dataDir, startParams, parsers })
}

/** A file, folder or device of the memory's file system: what Emscripten keeps of it. */
interface Node {
  mode: number
  name: string
  parent: Node
  /** The next of those that share a place in the table of names. */
  name_next: Node | undefined
  /** Of a folder its entries by name, of a file its bytes, of which `usedBytes` count. */
  contents: Record<string, Node> | Uint8Array | null
  usedBytes: number
  mtime: number
}

/** An open file. */
interface Stream {
  /** Null once it is closed. */
  fd: number | null
  node: Node
  position: number
}

interface FileSystem {
  nameTable: (Node | undefined)[]
  streams: (Stream | null)[]
  lookupPath(path: string): { node: Node }
  isDir(mode: number): boolean
}

/** Where the database lies in its memory's file system. */
const folder = "/pglite/data"

/** All that our statements make PostgreSQL load: its language for functions, and its dictionaries for searching. */
const libraries = ["plpgsql", "dict_snowball"]

/** Memory is cleared in pieces of this length. */
const emptyPiece = Buffer.alloc(1024 * 1024)

/** When a file was written that was not since the state was kept. */
const unchanged = 0

/** A node as it was. */
interface StoredNode {
  node: Node
  /** Where it stood in its folder. */
  place: Pick<Node, "name" | "parent" | "name_next">
  /** Of a folder its entries, of a file a copy of its bytes. */
  contents: Node["contents"]
  /** What the node itself holds as long as nothing changed. */
  own: Node["contents"]
}

/** The whole state of a database between two statements, to which it can return. */
interface State {
  memory: Uint8Array
  nodes: StoredNode[]
  nameTable: FileSystem["nameTable"]
  streams: ({ stream: Stream; kept: Stream } | null)[]
}

/**
 * A database in memory that begins anew when it is closed. Opening one costs a third of a second and three collections of
 * the heap, returning to the first state a thirtieth of that, and the tests open hundreds.
 */
export class EmbeddedCopy extends PGlite {
  #state: State | null = null
  readonly #onClosed: (copy: EmbeddedCopy) => void

  private constructor(imagePath: string, onClosed: (copy: EmbeddedCopy) => void) {
    super({ startParams, loadDataDir: new Blob([readFileSync(imagePath)]), parsers })
    this.#onClosed = onClosed
  }

  /** @param imagePath a file with a whole database */
  static async open(imagePath: string, onClosed: (copy: EmbeddedCopy) => void): Promise<EmbeddedCopy> {
    const copy = new EmbeddedCopy(imagePath, onClosed)
    await copy.waitReady
    // What is loaded is known outside of the memory too, where nothing returns: it is loaded before.
    for (const name of libraries) await copy.exec(`load '${name}'`)
    copy.#state = keepState(...copy.#parts())
    return copy
  }

  override async close(): Promise<void> {
    if (this.#state) restoreState(this.#state, ...this.#parts())
    this.#onClosed(this)
  }

  #parts(): [Uint8Array, FileSystem] {
    const { wasmMemory, FS } = this.Module as unknown as { wasmMemory: { buffer: ArrayBuffer }; FS: FileSystem }
    return [new Uint8Array(wasmMemory.buffer), FS]
  }
}

/** @returns how much of the memory may hold something, in whole pieces */
function usedLength(memory: Uint8Array): number {
  let length = memory.length
  while (length > 0 && isEmpty(memory.subarray(Math.max(0, length - emptyPiece.length), length))) {
    length = Math.max(0, length - emptyPiece.length)
  }
  return length
}

function isEmpty(piece: Uint8Array): boolean {
  return emptyPiece.compare(piece, 0, piece.length, 0, piece.length) === 0
}

function keepState(memory: Uint8Array, files: FileSystem): State {
  const nodes: StoredNode[] = []
  const keep = (node: Node): void => {
    const { name, parent, name_next } = node
    nodes.push({ node, place: { name, parent, name_next }, contents: copyOf(node), own: node.contents })
    node.mtime = unchanged
    if (files.isDir(node.mode)) for (const entry of Object.values(node.contents as Record<string, Node>)) keep(entry)
  }
  keep(files.lookupPath(folder).node)
  return {
    memory: memory.slice(0, usedLength(memory)),
    nodes,
    nameTable: [...files.nameTable],
    streams: files.streams.map((stream) => {
      if (!stream) return null
      const { fd, node, position } = stream
      return { stream, kept: { fd, node, position } }
    }),
  }
}

function copyOf({ contents, usedBytes }: Pick<Node, "contents" | "usedBytes">): Node["contents"] {
  return contents instanceof Uint8Array ? contents.slice(0, usedBytes) : contents && { ...contents }
}

function restoreState(state: State, memory: Uint8Array, files: FileSystem): void {
  memory.set(state.memory)
  for (let at = state.memory.length; at < memory.length; at += emptyPiece.length) {
    const piece = memory.subarray(at, at + emptyPiece.length)
    // Writing to what was never used would only make the system hand it out.
    if (!isEmpty(piece)) piece.fill(0)
  }
  files.nameTable = [...state.nameTable]
  for (const kept of state.nodes) {
    const { node, place, contents } = kept
    Object.assign(node, place)
    const usedBytes = contents instanceof Uint8Array ? contents.length : 0
    // A change of a file's length gives it other memory and need not count as writing.
    const isFile = contents instanceof Uint8Array
    if (isFile && node.mtime === unchanged && node.contents === kept.own && node.usedBytes === usedBytes) continue
    kept.own = copyOf({ contents, usedBytes })
    Object.assign(node, { contents: kept.own, usedBytes, mtime: unchanged })
  }
  files.streams = state.streams.map((open) => open && Object.assign(open.stream, open.kept))
}
