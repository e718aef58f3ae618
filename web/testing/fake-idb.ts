/** In the place of `idb-keyval`, for `vi.mock`: jsdom has no database. One store, in the memory of the test's file. */
export const things = new Map<string, unknown>()

/** What writing fails with from now on; null lets it through. */
export const trouble: { error: Error | null } = { error: null }

interface Range {
  lower: string
  upper: string
}

globalThis.IDBKeyRange ??= { bound: (lower: string, upper: string) => ({ lower, upper }) } as never

const keysIn = (range?: Range): string[] =>
  [...things.keys()].filter((key) => !range || (key >= range.lower && key <= range.upper)).toSorted()

const objectStore = {
  transaction: undefined,
  get: (key: string) => things.get(key),
  getAllKeys: keysIn,
  count: (range: Range) => keysIn(range).length,
  put(value: unknown, key: string) {
    if (trouble.error) throw trouble.error
    things.set(key, value)
  },
  delete(key: string | Range) {
    for (const one of typeof key === "string" ? [key] : keysIn(key)) things.delete(one)
  },
}

export const createStore =
  () =>
  async (_mode: string, use: (store: typeof objectStore) => unknown): Promise<unknown> =>
    use(objectStore)

export const promisifyRequest = async (request: unknown): Promise<unknown> => request
