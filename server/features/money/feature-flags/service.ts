import { proStudioPlan } from "#contract/catalogue/plans.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import * as queries from "./queries.ts"

/** Whether Pro Studio has its promotion price now: what finance switched last, else the catalogue's. */
export async function isStudioPromo(db: Db): Promise<boolean> {
  return (await queries.readFlag(db, "pro_studio_promo")) ?? proStudioPlan.is_promo
}

/**
 * Switches the promotion price on or off, with its line of the log. Orders that were made keep their price.
 * @throws AppError `step_not_allowed` when it is so already
 */
export async function setPromoFlag(
  s: Pick<Services, "db">,
  operator: Operator,
  { isStudioPromo: isOn, reason }: { isStudioPromo: boolean; reason: string },
): Promise<void> {
  await actWithLog(s, operator, { action: "prices.studioPromo", reason }, async (tx) => {
    // Of two who switch at once, the second one hears what the first did.
    await queries.lockFlags(tx)
    const before = await isStudioPromo(tx)
    if (before === isOn) throw new AppError("step_not_allowed", "It is so already.")
    await queries.writeFlag(tx, "pro_studio_promo", isOn)
    return { detail: { about: "Pro Studio", before, after: isOn } }
  })
}
