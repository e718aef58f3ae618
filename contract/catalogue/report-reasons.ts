/** Why somebody reports a public picture, in the words of the form. */
export const reportReasons = {
  sexual: "Sexual or naked",
  hate: "Hate or insult",
  violence: "Violence or a threat",
  child: "Harms a child",
  person: "Shows me or somebody I know, without being asked",
  rights: "Uses a work or a brand that is not theirs",
  spam: "Advertising or deceit",
  other: "Something else",
} as const

export type ReportReason = keyof typeof reportReasons

/** The reasons, in the order of the form. */
export const reportReasonNames = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]

/** Longest note of a report, in letters. */
export const maxReportNote = 1_000
