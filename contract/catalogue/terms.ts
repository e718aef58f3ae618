/** One text of the terms of use. */
export interface TermsVersion {
  /** The day its text was written, as YYYY-MM-DD; the version's name. */
  date: string
  /** What is new in it against the one before, in a sentence for those who agreed to that. */
  change: string
}

/**
 * Every version there was, the newest first. Whoever changes the text of web/content/terms.ts in a way that matters adds
 * a line on top: then everybody with an account is asked again (docs/product-rules.md#terms-of-use).
 */
export const termsVersions: readonly [TermsVersion, ...TermsVersion[]] = [
  {
    date: "2026-11-27",
    change:
      "They say now how you learn of a change: you read what is new when you come next, and we ask whether you agree.",
  },
  {
    date: "2026-11-22",
    change:
      "They say now that we keep which version of them you agreed to, what stays of payments after an account is deleted, and all that your browser keeps.",
  },
  { date: "2026-11-20", change: "This is their first text." },
]

/** The version that holds. */
export const currentTerms: TermsVersion = termsVersions[0]
