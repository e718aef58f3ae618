/** Calls `make` when it is first needed: a thread that never traces compiles no scene. */
export function lazily<T>(make: () => T): () => T {
  let value: { made: T } | undefined
  return () => {
    value ??= { made: make() }
    return value.made
  }
}
