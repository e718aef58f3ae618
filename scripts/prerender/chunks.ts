/** A file of the build, as its manifest lists it by the module it was made of. */
export interface Chunk {
  file: string
  /** Of a file that several pages share (`vite.config.ts`). */
  name?: string
  imports?: readonly string[]
  css?: readonly string[]
  assets?: readonly string[]
}

/** Modules and shared files with all that they import, by their names in the manifest. @throws Error for one that the build does not have */
export function withImports(names: readonly string[], chunks: Record<string, Chunk>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (found.has(name)) return
    found.add(name)
    for (const inner of chunk.imports ?? []) visit(inner)
  }
  for (const name of names) visit(chunks[name] ? name : (sharedFile(name, chunks) ?? name))
  return found
}

/** The name in the manifest of a file that several pages share. */
function sharedFile(name: string, chunks: Record<string, Chunk>): string | undefined {
  return Object.keys(chunks).find((key) => key.startsWith("_") && chunks[key]?.name === name)
}
