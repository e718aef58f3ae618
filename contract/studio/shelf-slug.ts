/** Letters that no mark makes of a plain one. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ɗ: "d",
  ɓ: "b",
  ƙ: "k",
  ł: "l",
}

/** Longest part of an address made of a name, in letters. */
const maxSlug = 60

/**
 * The last part of a product's address: plain letters and digits of its name with hyphens between them.
 * @param taken those that others have
 */
export function slugFor(name: string, taken: readonly string[]): string {
  const slug = slugOf(name) || "product"
  if (!taken.includes(slug)) return slug
  for (let number = 2; ; number++) if (!taken.includes(`${slug}-${number}`)) return `${slug}-${number}`
}

/**
 * Plain letters and digits of a name with single hyphens between them.
 * @param most letters
 * @returns "" for a name without letters that an address can have
 */
export function slugOf(name: string, most: number = maxSlug): string {
  return [...name.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "")]
    .map((letter) => plain[letter] ?? letter)
    .join("")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replaceAll(/^-|-$/g, "")
}
