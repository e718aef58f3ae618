import type { Order } from "#contract/studio/generations.ts"

/** Where a waiting order stands: how many others come first, when the server tells. */
export function describePlace({ ahead }: Order): string {
  if (ahead === undefined) return "Waiting for a free place"
  if (ahead === 0) return "Next in line"
  return ahead === 1 ? "1 order comes first" : `${ahead} orders come first`
}
