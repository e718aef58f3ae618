import type { OrderItem } from "#server/declarations/services.ts"
import { applicationItem } from "#server/features/academy/admissions/application-item.ts"
import { tuitionItem } from "#server/features/academy/learning/tuition-item.ts"
import { creditsItem } from "#server/features/money/credits/credits-item.ts"
import { studioItem } from "#server/features/studio/trainings/studio-item.ts"

/** Everything that can be ordered and paid for. */
export const orderItems: readonly OrderItem[] = [creditsItem, studioItem, applicationItem, tuitionItem]
