import { expect, test } from "vitest"
import { createByteCache } from "./byte-cache.ts"

test("what was asked for last stays, within the limit", () => {
  const kept = createByteCache(10)
  kept.set("a", Buffer.alloc(4))
  kept.set("b", Buffer.alloc(4))
  expect(kept.get("a")).toHaveLength(4)
  kept.set("c", Buffer.alloc(4))
  expect(["a", "b", "c"].filter((name) => kept.get(name))).toEqual(["a", "c"])
  kept.set("c", Buffer.alloc(6))
  expect([kept.get("a")?.length, kept.get("c")?.length]).toEqual([4, 6])
  kept.set("whole", Buffer.alloc(11))
  expect([kept.get("whole"), kept.get("a")?.length]).toEqual([undefined, 4])
})
