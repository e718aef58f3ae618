import { describe, expect, test } from "vitest"
import { buildOrder } from "./build-order.ts"
import { isOpen, layCanvas, listAddresses } from "./order-view.ts"

describe("listAddresses", () => {
  test.each([
    ["one address", "https://studio.example/files/a.webp", ["/files/a.webp"]],
    ["a list", ["/files/a.webp", "/files/b.webp?size=640"], ["/files/a.webp", "/files/b.webp?size=640"]],
    ["nothing yet", null, []],
  ])("makes a list of %s", (_, data, expected) => {
    expect(listAddresses(data)).toEqual(expected)
  })
})

test("counts waiting and drawing as open", () => {
  const open = (["waiting", "drawing", "ready", "failed", "cancelled"] as const).filter((status) =>
    isOpen(buildOrder({ status })),
  )
  expect(open).toEqual(["waiting", "drawing"])
})

describe("layCanvas", () => {
  test("keeps a place in the asked shape for every picture before the first sign of one", () => {
    const places = layCanvas(undefined, 3, "4:5")
    expect(places).toHaveLength(3)
    expect(places[2]).toEqual({ place: 2, url: undefined, preview: undefined, width: 912, height: 1136 })
  })

  test("puts each preview in its place", () => {
    const order = buildOrder({ status: "drawing", count: 2, previews: ["/files/p0.webp"] })
    expect(layCanvas(order, 1, undefined).map((place) => place.preview)).toEqual(["/files/p0.webp", undefined])
  })

  test("keeps the places and the shape of an order made elsewhere", () => {
    const order = buildOrder({ status: "waiting", count: 3, aspectRatio: "16:9" })
    expect(layCanvas(order, 1, "1:1").map(({ width, height }) => [width, height])).toEqual(Array(3).fill([1360, 768]))
  })

  test("shows as many pictures as came, in their true size", () => {
    const order = buildOrder({
      pictures: [{ id: "a", url: "/files/a.png", width: 2048, height: 2048, isPublic: true, waitsUntil: null }],
    })
    expect(layCanvas(order, 4, "16:9")).toEqual([
      { place: 0, url: "/files/a.png", preview: undefined, width: 2048, height: 2048 },
    ])
  })
})
