/** Longest prompt of a visitor's free picture, in characters: a sentence. */
export const maxTryCharacters = 300

/** Side of that picture in pixels: enough to judge by, a fraction of the work and bytes of a real one. */
export const tryPixels = 512

/** How long it is kept while nobody makes an account for it, in days. */
export const tryDays = 7
