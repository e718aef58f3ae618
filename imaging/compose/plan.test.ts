import { describe, expect, test } from "vitest"
import { planShoot } from "./plan.ts"
import { templates } from "./set/templates.ts"

describe("planShoot", () => {
  test("uses every photo evenly", () => {
    const photos = planShoot(3, templates.slice(0, 6), 6, 1).map((shot) => shot.photo)
    expect(photos.toSorted()).toEqual([0, 0, 1, 1, 2, 2])
  })

  test.each([
    [3, 6],
    [2, 3],
    [4, 1],
  ])("makes no two shots alike with %i photos and %i templates", (photos, kinds) => {
    const shots = planShoot(photos, templates.slice(0, kinds), 12, 5)
    const keys = new Set(shots.map((shot) => `${shot.photo} ${shot.template.name} ${shot.seed}`))
    expect(keys.size).toBe(12)
    expect(new Set(shots.map((shot) => shot.photo)).size).toBe(photos)
  })

  test("refuses a shoot without photos", () => {
    expect(() => planShoot(0, templates, 1, 1)).toThrow(RangeError)
  })
})

describe("templates", () => {
  test("are at least sixteen, all with names of their own", () => {
    expect(templates.length).toBeGreaterThanOrEqual(16)
    expect(new Set(templates.map((template) => template.name)).size).toBe(templates.length)
  })
})
