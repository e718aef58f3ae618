/** The browser's own, as it is at the moment of the call. */
export const fetch: typeof globalThis.fetch = (...call) => globalThis.fetch(...call)
