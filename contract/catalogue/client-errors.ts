/** Where a browser tells that a page of ours failed; read without schemas, since what failed may be what loads them. */
export const clientErrorPath = "/client-errors"

/** Longest parts of a report, in characters; the browser cuts them. */
export const clientErrorLengths = { message: 300, stack: 4_000, page: 200, build: 80 } as const

/** How a page failed: in the place of the page, or beside it. */
export const clientErrorKinds = ["screen", "error", "rejection"] as const

/** Letters and digits of an id, none of which is read as another one, and how many make one: 2^40. */
export const clientErrorId = { letters: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", length: 8 } as const

/** How long reports are kept, in days, and how many at most. */
export const clientErrorsKept = { days: 30, count: 500 } as const
