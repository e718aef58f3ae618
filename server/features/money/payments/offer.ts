import type { FastifyRequest } from "fastify"
import { type WayToPay, waysToPay } from "#contract/catalogue/ways-to-pay.ts"
import type { Offer } from "#contract/money/credits.ts"
import { sandbox } from "#server/adapters/payments/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { countryOf } from "#server/features/identity/profiles/service.ts"
import { isStudioPromo } from "#server/features/money/feature-flags/service.ts"
import { countryCode } from "#server/platform/text/countries.ts"

/** What is answered for two letters that name no country. */
const unknown = "--"

/**
 * In which currency a visitor sees prices first: naira in Nigeria, else dollars. The proxy's header counts, then the
 * country of the session, then the one in the profile. There is no way to pay while no provider is connected.
 */
export async function offerFor(
  s: Pick<Services, "config" | "db" | "payments">,
  request: FastifyRequest,
): Promise<Offer> {
  const ways = s.payments.forNewOrders === null ? [] : (Object.keys(waysToPay) as WayToPay[])
  const currency = (await countryFor(s, request)) === "ng" ? "NGN" : "USD"
  return {
    currency,
    waysToPay: ways,
    isStudioPromo: await isStudioPromo(s.db),
    isSandbox: s.payments.forNewOrders?.kind === sandbox.kind,
  }
}

async function countryFor(s: Pick<Services, "config" | "db">, request: FastifyRequest): Promise<string> {
  const header = s.config.countryHeader ? request.headers[s.config.countryHeader] : undefined
  const told = countryCode(typeof header === "string" ? header : null)
  if (told !== unknown || request.caller.kind !== "person") return told
  const known = countryCode(request.caller.countryCode)
  return known !== unknown ? known : countryCode(await countryOf(s.db, request.caller.accountId))
}
