import { expect, test } from "vitest"
import { AppError } from "#server/platform/errors.ts"
import { createFairQueue, type QueuedWork } from "./fair-queue.ts"

const limits = { places: 2, placesOfShare: 1, waiting: 6, waitingOfShare: 3, busyMessage: "Come back later." }

function open(changed: Partial<typeof limits> = {}) {
  const queue = createFairQueue({ ...limits, ...changed })
  const began: string[] = []
  const add = (name: string, about: Partial<QueuedWork> & { share: string }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = queue({ cost: 1, ...about }, async () => {
      began.push(name)
      await promise
      return name
    })
    return {
      done,
      end: () => {
        resolve()
        return done
      },
    }
  }
  return { add, began }
}

/** Lets everything that is ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test("one share never has every place, however much it wants", async () => {
  const { add, began } = open()
  const heavy = [1, 2, 3].map((number) => add(`heavy ${number}`, { share: "heavy" }))
  const light = add("light", { share: "light" })
  await settle()
  expect(began).toEqual(["heavy 1", "light"])
  await light.end()
  await settle()
  expect(began).toEqual(["heavy 1", "light"])
  for (const one of heavy) await one.end()
  expect(began.slice(2)).toEqual(["heavy 2", "heavy 3"])
})

test("who was given least goes first, counted in what the work takes", async () => {
  const { add, began } = open({ places: 1 })
  const first = add("large 1", { share: "large", cost: 10 })
  const pieces = [
    add("large 2", { share: "large", cost: 10 }),
    add("small 1", { share: "small", cost: 3 }),
    add("small 2", { share: "small", cost: 3 }),
    add("small 3", { share: "small", cost: 3 }),
  ]
  for (const one of [first, pieces[1], pieces[2], pieces[3], pieces[0]]) await one?.end()
  expect(began).toEqual(["large 1", "small 1", "small 2", "small 3", "large 2"])
})

test("what began is gone on with before the same share begins anything else", async () => {
  const { add, began } = open({ places: 1 })
  const [one, two] = [add("one", { share: "a" }), add("two", { share: "a" })]
  const more = add("one, second step", { share: "a", isBegun: true })
  await one.end()
  await more.end()
  await two.end()
  expect(began).toEqual(["one", "one, second step", "two"])
})

test("a share with too much waiting is refused, and the others are not, until everybody has too much", async () => {
  const { add } = open({ places: 1 })
  const some = ["a", "a", "a", "a", "b", "b", "b"].map((share) => add(share, { share }))
  await expect(add("a", { share: "a" }).done).rejects.toMatchObject({ type: "general_rate_limit_exceeded" })
  await expect(add("c", { share: "c" }).done).rejects.toMatchObject({
    type: "service_unavailable",
    message: "Come back later.",
  })
  await Promise.all(some.map((one) => one.end()))
  await add("c", { share: "c" }).end()
})

test("whoever leaves is not waited for, and what fails frees its place", async () => {
  const { add, began } = open({ places: 1 })
  const left = new AbortController()
  const [first, leaving, last] = [
    add("first", { share: "a" }),
    add("leaving", { share: "b", signal: left.signal }),
    add("last", { share: "c" }),
  ]
  left.abort(new AppError("request_timeout", "Gone."))
  await expect(leaving.done).rejects.toThrow("Gone.")
  await expect(add("too late", { share: "b", signal: left.signal }).done).rejects.toThrow("Gone.")
  await first.end()
  await last.end()
  expect(began).toEqual(["first", "last"])
  const queue = createFairQueue({ ...limits, places: 1 })
  await expect(queue({ share: "a", cost: 1 }, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken")
  expect(await queue({ share: "a", cost: 1 }, async () => "free again")).toBe("free again")
})
