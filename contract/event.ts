import type { z } from "zod"

/** A realtime event of the product: sent to one person on the channel `product`, beside the hosted backend's own events. */
export interface ProductEvent<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
}

/** The channel on which a signed-in person hears product events meant for them. */
export const productChannel = "product"

export function event<Payload extends z.ZodType>(definition: ProductEvent<Payload>): ProductEvent<Payload> {
  return definition
}
