/** Ways to pay as the payment widget names them, with the words people read (docs/product-rules.md#ways-to-pay). */
export const waysToPay = { card: "Card", banktransfer: "Bank transfer", ussd: "USSD" } as const

export type WayToPay = keyof typeof waysToPay

/** Path of the call that tells a visitor's currency and the ways to pay; pages of words know it without its schema. */
export const offerPath = "/credits/offer"
