import type { PaymentOrder, PaymentStatus } from "#contract/money/orders.ts"

/** What an order's state is called. */
export interface StatusWords {
  title: string
  text: string
  /** On lists. */
  short: string
  tone: "leaf" | "amber" | "clay" | "neutral"
}

/** What an order's state means for its buyer. */
export const statusWords: Readonly<Record<PaymentStatus, StatusWords>> = {
  created: {
    title: "Waiting for you to pay",
    text: "Nothing has been paid yet. You can leave this page and come back, also on another device.",
    short: "Not paid",
    tone: "amber",
  },
  pending: {
    title: "Your payment is on its way",
    text: "The bank has not confirmed it yet. You can close this page: we keep checking for two days, and send you a mail when it arrives.",
    short: "On its way",
    tone: "amber",
  },
  paid: {
    title: "Paid",
    text: "Everything you ordered is yours.",
    short: "Paid",
    tone: "leaf",
  },
  over: {
    title: "Paid, with some money over",
    text: "Everything you ordered is yours.",
    short: "Overpaid",
    tone: "leaf",
  },
  short: {
    title: "Less money came in than was asked for",
    text: "Nothing has been given yet, and nothing is lost.",
    short: "Underpaid",
    tone: "clay",
  },
  failed: {
    title: "The payment did not go through",
    text: "You can try again with the same order, also in another way.",
    short: "Failed",
    tone: "clay",
  },
  abandoned: {
    title: "You left without paying",
    text: "Nothing was charged. The order is still here while its time runs.",
    short: "Left",
    tone: "neutral",
  },
  expired: {
    title: "This order's time is over",
    text: "Please order again. Money that is still on its way counts all the same when it comes.",
    short: "Expired",
    tone: "neutral",
  },
  refunded: {
    title: "This order is refunded",
    text: "The order is closed.",
    short: "Refunded",
    tone: "neutral",
  },
}

/** The same of an order paid short to which a further payment is on its way. */
export const moreOnItsWay: StatusWords = {
  title: "A further payment is on its way",
  text: "Less money came in at first than was asked for. Please wait for the payment that is on its way, and do not pay once more: we keep checking, and send you a mail.",
  short: "On its way",
  tone: "amber",
}

/** The same of an order that nobody needs to pay, because its thing is paid with another one, or about to be. */
export const notAwaited: StatusWords = {
  title: "Nothing has been paid with this order",
  text: "You can leave it: it ends by itself when its time is over.",
  short: "Not paid",
  tone: "neutral",
}

/** Whether everything that was ordered has been given. */
export function isGiven({ status }: Pick<PaymentOrder, "status">): boolean {
  return status === "paid" || status === "over"
}
