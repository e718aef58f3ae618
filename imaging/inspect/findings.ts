/** What can be wrong with a photo of a training set. */
export type FindingCode =
  | "unreadable"
  | "turned"
  | "too_small"
  | "odd_shape"
  | "blurred"
  | "too_dark"
  | "too_bright"
  | "near_duplicate"
  | "no_product"
  | "product_small"
  | "product_cut_off"
  | "product_off_centre"

/** `stop`: leave the photo out. `warn`: it works, a better one gives a better result. `note`: nothing to do. */
export type Severity = "stop" | "warn" | "note"

/** One thing about one photo, in a seller's words. */
export interface Finding {
  code: FindingCode
  severity: Severity
  /** What is wrong. */
  words: string
  /** How to take the photo again, or why that is not needed. */
  retake: string
}

const texts: Record<FindingCode, [severity: Severity, words: string, retake: string]> = {
  unreadable: ["stop", "We could not read this photo.", "Save it as JPEG or PNG and add it again."],
  turned: ["note", "Your phone stored this photo turned.", "We turn it upright for you. Nothing to do."],
  too_small: [
    "stop",
    "This photo is too small: its shorter side needs 384 pixels or more.",
    "Use the photo straight from your camera, not a screenshot or one saved from a chat.",
  ],
  odd_shape: [
    "warn",
    "This photo is very long and narrow.",
    "Crop it closer to a square, or hold the phone so that the product fills more of the picture.",
  ],
  blurred: [
    "warn",
    "This photo is blurred.",
    "Tap the product on the screen to focus, rest the phone on something steady and turn on more light.",
  ],
  too_dark: [
    "warn",
    "This photo is too dark to show details.",
    "Put the product beside a window in daylight, with the window behind you or to one side.",
  ],
  too_bright: [
    "warn",
    "Parts of the product are washed out to white.",
    "Switch off the flash, move out of direct sun, or tap the brightest part of the product before you shoot.",
  ],
  near_duplicate: [
    "warn",
    "This photo is almost the same as another one.",
    "Keep one of the two and take the other from a different side.",
  ],
  no_product: [
    "warn",
    "We cannot tell the product from its background.",
    "Put it on a plain surface of another colour, such as a sheet of paper or a cloth without pattern.",
  ],
  product_small: [
    "warn",
    "The product is very small in this photo.",
    "Step closer until it fills about half of the picture.",
  ],
  product_cut_off: [
    "warn",
    "The product touches or runs out of the picture's edge.",
    "Step back a little so that there is some room on every side.",
  ],
  product_off_centre: ["note", "The product sits at the edge of the picture.", "Move it towards the middle next time."],
}

/** The finding for a code, with its words. */
export function finding(code: FindingCode): Finding {
  const [severity, words, retake] = texts[code]
  return { code, severity, words, retake }
}
