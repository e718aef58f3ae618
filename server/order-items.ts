import { creditsItem, studioItem } from "#server/features/credits/plan-items.ts"
import type { OrderItem } from "./order-item.ts"

/** Everything that can be ordered and paid for. */
export const orderItems: readonly OrderItem[] = [creditsItem, studioItem]
