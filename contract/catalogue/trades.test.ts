import { expect, test } from "vitest"
import { noTrade, tradeOf } from "./trades.ts"

test.each([
  ["a tan leather handbag on a podium, studio light", "bags"],
  ["folded ankara fabric on a wooden stool", "fashion"],
  ["an ankara print tote bag on a wooden chair", "bags"],
  ["A PAIR OF SUNGLASSES", "glasses"],
  ["two wine glasses, candlelight", "kitchenware"],
  ["a clay bowl of jollof rice on a wooden table", "food"],
  ["a jar of shea butter on linen", "beauty"],
  ["a coffee mug on a desk", "kitchenware"],
  ["a coffee pouch on a wooden table", "goods"],
  ["red dresses in a shop", "fashion"],
  ["shoes", "footwear"],
  ["a phone case", "tech"],
  ["àwọn bàtà", noTrade],
  ["something strange on a table", noTrade],
  ["", noTrade],
  ["🧢 🧢", noTrade],
  [`${"word ".repeat(500)}handbag`, noTrade],
])("“%s” is counted under %s", (prompt, trade) => {
  expect(tradeOf(prompt)).toBe(trade)
})
