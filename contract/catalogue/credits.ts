/** Credits given once, after the e-mail address is confirmed; the setting WELCOME_CREDITS changes it (decision 14). */
export const welcomeCredits = 20

/** Most orders a person may have waiting or drawing at once, so that nobody can fill the queue. */
export const maxOpenOrders = 50
