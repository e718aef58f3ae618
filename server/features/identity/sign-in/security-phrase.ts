import { randomInt } from "node:crypto"

const adjectives =
  "amber ample brave bright calm clever coral crisp dapper early fair fresh gentle glad golden happy honest humble indigo jolly keen kind light lively loyal lucky merry mild modest neat noble polite proud quick quiet ready rosy royal silent silver simple smooth solid steady sunny swift tender tidy true vivid warm wise witty young".split(
    " ",
  )

const nouns =
  "acorn anchor apple arrow basket beacon bell bird boat bridge brook button candle canyon castle cedar clay cloud comet cotton dune eagle ember falcon feather fern field fountain garden harbour heron island kettle kite lagoon lantern leaf loom maple marble meadow melon moon mountain needle ocean olive orchard otter palm pebble pepper pine planet pottery quill raven ribbon river saddle spindle spoon thimble valley violet walnut willow".split(
    " ",
  )

/** Two words shown on the page and in the mail: a mail without them was asked for by somebody else. */
export function newSecurityPhrase(): string {
  return `${pick(adjectives)} ${pick(nouns)}`
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? ""
}
