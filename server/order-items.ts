import { applicationItem } from "#server/features/admissions/application-item.ts"
import { creditsItem, studioItem } from "#server/features/credits/plan-items.ts"
import { tuitionItem } from "#server/features/learning/tuition-item.ts"
import type { OrderItem } from "./order-item.ts"

/** Everything that can be ordered and paid for. */
export const orderItems: readonly OrderItem[] = [creditsItem, studioItem, applicationItem, tuitionItem]
