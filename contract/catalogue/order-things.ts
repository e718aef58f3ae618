/**
 * How the items begin that are one thing to their buyer, as nobody pays twice for it: one application at a time, one part of a
 * place's tuition at a time, one plan. It ends in a colon, which stands after a whole item too.
 */
export function thingOf(item: string): string {
  const [kind = "", name = ""] = item.split(":")
  if (kind === "application") return "application:"
  return kind === "tuition" ? `tuition:${name}:` : `${item}:`
}

/** Whether two items are one thing, so that money on its way for one is money on its way for the other. */
export function isSameThing(one: string, other: string): boolean {
  return thingOf(one) === thingOf(other)
}
