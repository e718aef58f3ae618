/** Bytes kept in memory by name, those that were asked for last; never more of them together than was said. */
export interface ByteCache {
  get(name: string): Buffer | undefined
  set(name: string, bytes: Buffer): void
}

/** @param maxBytes of all that is kept together; what is larger than that is not kept at all */
export function createByteCache(maxBytes: number): ByteCache {
  // A Map gives its entries in the order in which they were set: the first is the one that was not asked for longest.
  const kept = new Map<string, Buffer>()
  let size = 0
  const drop = (name: string): Buffer | undefined => {
    const bytes = kept.get(name)
    if (!bytes) return undefined
    kept.delete(name)
    size -= bytes.length
    return bytes
  }
  const set = (name: string, bytes: Buffer): void => {
    drop(name)
    if (bytes.length > maxBytes) return
    kept.set(name, bytes)
    size += bytes.length
    for (const oldest of kept.keys()) {
      if (size <= maxBytes) return
      drop(oldest)
    }
  }
  return {
    set,
    get(name) {
      const bytes = drop(name)
      if (bytes) set(name, bytes)
      return bytes
    },
  }
}
