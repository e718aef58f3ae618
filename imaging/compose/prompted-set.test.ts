import { describe, expect, test } from "vitest"
import { drawTin } from "#imaging/compose/product/sample-cut-out.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { placeWords } from "#imaging/render/language/scenery-words.ts"
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
    const side = 96
    const shot = prepareShot({ cutOut, template, seed: 1, width: side, height: side, quality: "preview" })
    drawPhases(shot)
    // The tin's own red, somewhere in the middle of the picture.
    const [r, g, b] = [180, 60, 40]
    let nearest = Number.POSITIVE_INFINITY
    for (let y = side / 3; y < (side * 2) / 3; y++) {
      const at = (Math.round(y) * side + side / 2) * 3
      const [red = 0, green = 0, blue = 0] = shot.film.output.subarray(at, at + 3)
      nearest = Math.min(nearest, Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b)))
    }
    expect(nearest).toBeLessThan(16)
  })
})
