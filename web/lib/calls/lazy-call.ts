import type { z } from "zod"
import type { Endpoint } from "#contract/endpoint.ts"
import { noAnswer } from "./api-error.ts"
import type { CallArguments } from "./call.ts"

/**
 * Makes one call whose endpoint is loaded with it. For what a person sees first after signing in: the schemas of the
 * contract and the library that reads them weigh more than those screens.
 * @throws ApiError as `call` does, and when the code cannot be fetched
 */
export async function lazyCall<E extends Endpoint>(
  load: () => Promise<E>,
  ...args: CallArguments<E>
): Promise<z.output<E["reply"]>> {
  const [calls, endpoint]: [typeof import("./call.ts"), E] = await Promise.all([import("./call.ts"), load()]).catch(
    () => {
      throw noAnswer()
    },
  )
  return calls.call(endpoint, ...args)
}
