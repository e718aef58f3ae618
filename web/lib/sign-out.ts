import type { QueryClient } from "@tanstack/react-query"
import { isSignedOut } from "./api-error.ts"
import { clearKept } from "./kept-store.ts"
import { loadBackend } from "./load-backend.ts"
import { clearStoredData } from "./stored-session.ts"

/**
 * Ends this session on the server, then forgets everything kept here: stored data and cache (docs/product-rules.md#sign-out).
 * @throws ApiError when the server did not confirm; the person is still signed in then and nothing was cleared
 */
export async function signOut(queries: QueryClient): Promise<void> {
  try {
    const { deleteCurrentSession } = await loadBackend()
    await deleteCurrentSession()
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
  await forgetPerson(queries)
}

/** Forgets everything this browser kept of a person: stored data, lessons for offline, cache. */
export async function forgetPerson(queries: QueryClient): Promise<void> {
  clearStoredData()
  await clearKept()
  queries.removeQueries()
}
