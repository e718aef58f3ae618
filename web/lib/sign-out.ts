import type { QueryClient } from "@tanstack/react-query"
import { clear } from "idb-keyval"
import { isSignedOut } from "./api-error.ts"
import { deleteCurrentSession } from "./backend.ts"
import { clearStoredData } from "./stored-session.ts"

/**
 * Ends this session on the server, then forgets everything kept here: stored data and cache (docs/product-rules.md#sign-out).
 * @throws ApiError when the server did not confirm; the person is still signed in then and nothing was cleared
 */
export async function signOut(queries: QueryClient): Promise<void> {
  try {
    await deleteCurrentSession()
  } catch (error) {
    if (!isSignedOut(error)) throw error
  }
  clearStoredData()
  try {
    await clear()
  } catch {
    // Lessons that were done offline; a browser without that store has none.
  }
  queries.removeQueries()
}
