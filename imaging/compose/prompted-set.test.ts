import { describe, expect, test } from "vitest"
import { colourDifference, type Lab, labOf } from "#imaging/colour/difference.ts"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { drawTin } from "#imaging/compose/product/sample-cut-out.ts"
import { buildSet } from "#imaging/compose/set/set.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { lightWords, moodWords, placeWords } from "#imaging/render/language/scenery-words.ts"
import { placeCard } from "./card.ts"
import { readSet } from "./prompted-set.ts"
import { prepareShot } from "./shot.ts"

const word = "Bags-0f8fad5b-d9cb-469f-a165-70867728950e"

describe("a set read from words", () => {
  test("has the place, the light and what lies around", () => {
    const { template, understood, ignored } = readSet(`a photo of ${word} on a beach at golden hour with shells`, word)
    expect(template).toMatchObject({ place: "beach", light: "golden", props: [["shells"]], isNeutral: false })
    expect(understood[0]).toBe("your product")
    expect(understood.join(" ")).toMatch(/beach.*golden.*shells/)
    expect(ignored).toEqual([])
  })

  test("is lit as its place usually is, and white in a studio", () => {
    expect(readSet("my bag in a kitchen", word).template).toMatchObject({ place: "kitchen", light: "daylight" })
    expect(readSet(`a photo of ${word}`, word).template).toMatchObject({ light: "soft", isNeutral: true })
    expect(readSet("", word)).toMatchObject({ understood: ["your product"], ignored: [] })
  })

  test("has the floor, the stand and the wall colour that were named", () => {
    expect(readSet("my bag on a marble surface", word).template.floor).toBe("marble")
    expect(readSet("my bag on a podium", word).template.stand).toBe("podium")
    expect(readSet("my bag in front of a red background", word).template.wall).toMatchObject({
      hex: expect.any(String),
    })
  })

  test("tells what changes nothing: other things, views and colours of the product itself", () => {
    const { understood, ignored } = readSet("my red bag beside a chair, top view, qwertz", word)
    expect(understood).toEqual(["your product"])
    expect(ignored.join(" ")).toMatch(/red/)
    expect(ignored.join(" ")).toMatch(/chair/)
    expect(ignored.join(" ")).toMatch(/top view/)
    expect(ignored.join(" ")).toMatch(/qwertz/)
  })

  test.each(Object.keys(placeWords))("keeps the product's colours in white light, in the place %s", (place) => {
    const { template } = readSet(`it in a ${place.replace("-", " ")}, soft light`, "it")
    expect(template.isNeutral).toBe(true)
    const cutOut = drawTin(18)
    const request = { template, seed: 1, width: 96, height: 96 }
    const shot = prepareShot({ ...request, cutOut, quality: "preview" })
    drawPhases(shot)
    const product = prepareProduct(cutOut)
    const { picture, left, top } = placeCard(product, buildSet(product, request), request)
    const differences: number[] = []
    for (let y = 0; y < picture.height; y++) {
      for (let x = 0; x < picture.width; x++) {
        const [from, to] = [(y * picture.width + x) * 4, ((y + top) * 96 + x + left) * 3]
        const isShown = x + left >= 0 && x + left < 96 && y + top >= 0 && y + top < 96
        if (!isShown || (picture.data[from + 3] ?? 0) < 250) continue
        differences.push(colourDifference(labAt(picture.data, from), labAt(shot.film.output, to)))
      }
    }
    expect(differences.length).toBeGreaterThan(200)
    expect(differences.sort((a, b) => a - b)[differences.length >> 1]).toBeLessThanOrEqual(3)
  })

  test.each(Object.keys(placeWords))("is as it was asked for in every light and mood, in the place %s", (place) => {
    const product = prepareProduct(drawTin(18))
    const first = (words: string): string => words.split(", ")[0] ?? ""
    for (const [light, lights] of Object.entries(lightWords)) {
      for (const moods of Object.values(moodWords)) {
        const words = `my bag in a ${place.replace("-", " ")}, ${first(lights)}, ${first(moods)}`
        const { template, understood, ignored } = readSet(words, word)
        expect({ words, ignored, place: template.place ?? "studio", light: template.light }).toEqual({
          ...{ words, ignored: [], place, light },
        })
        expect(understood.join(" ")).toContain(first(moods))
      }
      const { template } = readSet(`my bag in a ${place.replace("-", " ")}, ${first(lights)}`, word)
      const request = { template, seed: 2, width: 256, height: 256 }
      const { picture, left, top } = placeCard(product, buildSet(product, request), request)
      expect(Math.min(left, top, 256 - left - picture.width, 256 - top - picture.height)).toBeGreaterThanOrEqual(0)
      expect(picture.height).toBeGreaterThan(256 / 5)
    }
  })
})

function labAt(data: ArrayLike<number>, at: number): Lab {
  return labOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
}
