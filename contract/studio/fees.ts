import { z } from "zod"
import { feesPath } from "#contract/catalogue/fees.ts"
import { endpoint } from "#contract/endpoint.ts"

/** What every piece of work costs here: the catalogue's fees unless a setting changes them. */
export const getFees = endpoint({
  method: "GET",
  path: feesPath,
  access: "anyone",
  summary: "Credits per piece of work, by mode and tool",
  reply: z.object({ data: z.record(z.string(), z.number()) }),
})
