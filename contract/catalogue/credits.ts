/** Credits given once, after the e-mail address is confirmed; the setting WELCOME_CREDITS changes it (docs/product-rules.md#welcome-credits). */
export const welcomeCredits = 20

/** Most runs a person may have waiting or at work at once, so that nobody can fill the queue. */
export const maxOpenRuns = 50
