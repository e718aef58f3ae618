/** Credits that an invitation brings to each of the two (docs/product-rules.md#invitations). */
export const referralCredits = 20

/** Invitations of one person that bring them credits, in any thirty days. */
export const referralsPerMonth = 10

/** Days after joining within which the first purchase counts. */
export const referralDays = 90
