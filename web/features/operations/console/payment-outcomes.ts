/** What a payment turned out to be, in words. */
export const paymentOutcomes: Readonly<Record<string, string>> = {
  exact: "The full price",
  short: "Too little",
  over: "Too much",
  second: "Paid a second time",
  wrong_currency: "In another currency",
  not_given: "Could not be given any more",
  refunded: "Refunded",
}
