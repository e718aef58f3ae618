import { expect, test } from "vitest"
import { limitConcurrency } from "./limit-concurrency.ts"

test("runs as many at once as there are places, in order, and refuses whom nobody can keep waiting", async () => {
  const limited = limitConcurrency(2, 1, "Come back later.")
  const began: string[] = []
  const work = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = limited(async () => {
      began.push(name)
      await promise
      return name
    })
    return { done, end: resolve }
  }
  const [one, two, three] = [work("one"), work("two"), work("three")]
  await expect(work("four").done).rejects.toMatchObject({
    type: "general_rate_limit_exceeded",
    message: "Come back later.",
  })
  expect(began).toEqual(["one", "two"])
  one.end()
  expect(await one.done).toBe("one")
  three.end()
  expect(await three.done).toBe("three")
  const failed = limited(() => Promise.reject(new Error("broken")))
  await expect(failed).rejects.toThrow("broken")
  two.end()
  await two.done
  expect(await limited(async () => "free again")).toBe("free again")
})
