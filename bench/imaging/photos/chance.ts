/** Ways to ask a source of random numbers. */
export interface Chance {
  between(least: number, most: number): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  is(probability: number): boolean
  /** -1 or 1. */
  side(): number
  pick<T>(from: T[]): T
}

/** @param random numbers from 0 to 1, 1 excluded */
export function chanceOf(random: () => number): Chance {
  const between = (least: number, most: number): number => least + (most - least) * random()
  return {
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    is: (probability) => random() < probability,
    side: () => (random() < 0.5 ? -1 : 1),
    pick: <T>(from: T[]): T => {
      const found = from[Math.floor(random() * from.length)]
      if (found === undefined) throw new Error("There is nothing to pick from.")
      return found
    },
  }
}
