/**
 * What costs nothing, a day, before an address or a number is confirmed (docs/product-rules.md#free-work): pictures made
 * ready or checked for a place, scenes, changed cut-outs, looks at a photo for a training.
 */
export const unconfirmedFreeWork = {
  ofAccount: 30,
  /** Of all such accounts of one network together. */
  ofNetwork: 120,
} as const

/** Said beyond that. */
export const confirmForFreeWork = "Please confirm your e-mail address to make more today."

/** Small looks at what tools make of a photo, a day, by the same people: all of three photos, every set included. */
export const unconfirmedPreviews = { ofAccount: 72, ofNetwork: 288 } as const
