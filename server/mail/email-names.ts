/** Every job that sends mails, with what operators read of it: `mailJob` takes no other, so that none is forgotten here. */
export const emailNames = {
  "accounts.mail-changed": "Address or password changed",
  "second-factor.mail": "Two-step sign-in changed",
  "one-time-tokens.mail-secret": "Link or code to confirm or sign in",
  "operators.mail-invitation": "Invitation to the team",
  "admissions.letter": "Academy letter",
  "admissions.tell-open": "A cohort opened",
  "admissions.confirm-waiting": "Address that waits for a cohort",
  "payments.receipt": "Receipt",
  "payments.trouble": "Payment short or over",
  "contact.forward": "Contact message",
  "contact.sheet": "Brochure",
  "engines.alarm": "Alarm to owners",
  "personal-data.mail-account-deleted": "Account deleted",
  "personal-data.mail-data-copied": "Data copied by an operator",
  "review.notice": "Picture taken down or restored",
  "notices.letter": "Notices of a day",
} as const satisfies Record<string, string>

export type EmailJobName = keyof typeof emailNames
