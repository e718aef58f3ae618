import { noAnswer } from "./api-error.ts"

/**
 * The hosted backend, with its SDK: not needed before the first look at a page, so that pages do not wait for it.
 * @throws ApiError when it cannot be fetched
 */
export function loadBackend(): Promise<typeof import("./backend.ts")> {
  return import("./backend.ts").catch(() => {
    throw noAnswer()
  })
}
