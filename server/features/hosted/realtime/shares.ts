import { maxConnectionChannels, maxConnectionQueryCharacters, maxConnectionTests, maxSubscriptions } from "./frames.ts"

/** What one subscription takes of that which its connection may have. */
export interface Share {
  channels: number
  queryCharacters: number
  /** Filters and values of its queries. */
  tests: number
}

/** Whether one connection may have all of these subscriptions. */
export function mayHave(shares: readonly Share[]): boolean {
  const sum = (name: keyof Share): number => shares.reduce((total, share) => total + share[name], 0)
  return (
    shares.length <= maxSubscriptions &&
    sum("channels") <= maxConnectionChannels &&
    sum("queryCharacters") <= maxConnectionQueryCharacters &&
    sum("tests") <= maxConnectionTests
  )
}
