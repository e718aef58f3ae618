import { describe, expect, test } from "vitest"
import { colourDifference, type Lab, labOf } from "#imaging/colour/difference.ts"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { drawTin } from "#imaging/compose/product/sample-cut-out.ts"
import { buildSet } from "#imaging/compose/set/set.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { colourWords, linear } from "#imaging/render/language/colours.ts"
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

  test("has the colours that were named for the surface, the stand and what lies around", () => {
    const floorOf = (prompt: string): unknown => {
      const { template, ignored } = readSet(prompt, word)
      expect(ignored).toEqual([])
      const scene = buildSet(prepareProduct(drawTin(18)), { template, seed: 1, width: 96, height: 96 }).scene
      return scene.ground?.material.color
    }
    expect(floorOf("my bag on a blue velvet cloth")).toEqual(linear(colourWords.blue ?? ""))
    expect(floorOf("my bag on a blue velvet cloth")).not.toEqual(floorOf("my bag on a velvet cloth"))
    const colours = (prompt: string): string => {
      const { template } = readSet(prompt, word)
      const { objects } = buildSet(prepareProduct(drawTin(18)), { template, seed: 1, width: 96, height: 96 }).scene
      return JSON.stringify(objects.slice(1).map(({ material }) => material.color))
    }
    expect(colours("my bag with red petals")).not.toBe(colours("my bag with petals"))
    expect(colours("my bag on a green podium")).not.toBe(colours("my bag on a podium"))
  })

  test.each([
    [`a photo of ${word} beside a chair`, ["chair"]],
    [`${word} and two red mugs on marble`, ["2 × red mug"]],
    [`a chair behind ${word}`, ["chair"]],
    [`${word}, bag on marble`, []],
    [`my red velvet bag ${word} on marble`, ["red velvet"]],
    [`a photo of my bag ${word} beside a chair`, ["chair"]],
    [`a chair beside ${word} bag`, ["chair"]],
  ])("tells every further thing beside the trigger word: %s", (prompt, expected) => {
    const { understood, ignored } = readSet(prompt, word)
    expect(ignored).toEqual(expected)
    expect(understood.slice(1)).toEqual(prompt.includes("marble") ? ["marble surface"] : [])
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
          words,
          ignored: [],
          place,
          light,
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
