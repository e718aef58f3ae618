import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type PosterLayout, type PosterSize, posterLayouts, posterSizes } from "#contract/studio/shelf-posters.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { readExportSource } from "#server/features/studio/exports/service.ts"
import { contrastOf, inkOn, leastContrast, textOn } from "#server/platform/pictures/contrast.ts"
import { drawableText, layText } from "#server/platform/pictures/drawn-text.ts"
import { filesAt } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { aspectOf, composePoster, placePicture, resizePosterPicture } from "./poster.ts"
import { drawPoster } from "./posters/draw-poster.ts"
import { addProduct, changeProduct, openShop } from "./testing/build-shop.ts"

const layouts = Object.keys(posterLayouts) as PosterLayout[]
const sizes = Object.keys(posterSizes) as PosterSize[]

const words = {
  name: "Ọ̀ṣun beads",
  price: "₦15,000",
  shop: "Adá's Bags",
  brandColour: "#33249c",
  accentColour: "#d9962e",
}

/** A picture that shows every change: noise, whole or as a disc that stands alone. */
async function noise(width: number, height: number, kind: "photo" | "cut-out"): Promise<Buffer> {
  const photo = sharp({
    create: { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 120, sigma: 60 } },
  })
  if (kind === "photo") return photo.png().toBuffer()
  const disc = `<svg width="${width}" height="${height}"><ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.4}" ry="${height * 0.45}"/></svg>`
  const mask = await sharp(Buffer.from(disc)).extractChannel("alpha").toBuffer()
  return sharp(await photo.png().toBuffer())
    .joinChannel(mask)
    .png()
    .toBuffer()
}

const raw = async (png: Buffer, channels: 3 | 4) => {
  const picture = channels === 4 ? sharp(png).ensureAlpha() : sharp(png).removeAlpha()
  return (await picture.raw().toBuffer()) as Uint8Array
}

describe("a poster", () => {
  const scale = 1 / 3

  test.each(["photo", "cut-out"] as const)("changes no pixel of a %s, in any layout and size", async (kind) => {
    const source = await readExportSource(await noise(500, 620, kind), "image/png")
    for (const size of sizes) {
      for (const layout of layouts) {
        const drawing = drawPoster({ ...words, layout, size, aspect: await aspectOf(source) })
        const whole = posterSizes[size]
        const [width, height] = [whole.width * scale, whole.height * scale]
        const poster = await raw(await composePoster(drawing, source, { size, scale }), 3)
        expect([layout, size, poster.length]).toEqual([layout, size, width * height * 3])
        const placed = placePicture(drawing, source, { width: 500, height: 620 }, scale)
        const picture = await raw(await resizePosterPicture(source.image, placed), 4)
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${whole.width} ${whole.height}">${drawing.over}</svg>`
        const over = await raw(await sharp(Buffer.from(svg)).png().toBuffer(), 4)
        let [seen, changed] = [0, 0]
        for (let y = 0; y < placed.height; y++) {
          for (let x = 0; x < placed.width; x++) {
            const at = (placed.top + y) * width + placed.left + x
            const from = (y * placed.width + x) * 4
            if (over[at * 4 + 3] !== 0 || picture[from + 3] !== 255) continue
            seen++
            for (let part = 0; part < 3; part++) if (poster[at * 3 + part] !== picture[from + part]) changed++
          }
        }
        const share = seen / (placed.width * placed.height)
        expect([layout, size, changed, share > 0.5]).toEqual([layout, size, 0, true])
      }
    }
  })

  test("cuts nothing above or below a photo that is not as wide as its place", async () => {
    const source = await readExportSource(await noise(1_500, 1_000, "photo"), "image/png")
    const whole = { width: 1_500, height: 1_000 }
    for (const size of sizes) {
      for (const layout of layouts) {
        const drawing = drawPoster({ ...words, name: "Long words ".repeat(9), layout, size, aspect: 1.5 })
        const { width, height } = placePicture(drawing, source, whole, 1)
        expect([layout, size, width / height < 1.5 / 0.93]).toEqual([layout, size, true])
      }
    }
  })

  test("holds long and foreign names within the sheet, none cut", async () => {
    const hostile = [
      "W".repeat(120),
      "Fine 2-piece ankara set with matching head tie, hand-sewn in Ìbàdàn, size 10 to 22, ready to wear, no wahala",
      "حقيبة جلد حمراء (كبيرة) 12",
      `Z${"\u0301\u0323".repeat(50)}`,
      "👩🏾‍💻🔥",
      "<script>alert(1)</script>&amp;\"'",
    ]
    for (const name of hostile) {
      for (const size of sizes) {
        for (const layout of layouts) {
          const drawing = drawPoster({
            ...words,
            name,
            price: "₦1,000,000,000",
            shop: "M".repeat(60),
            layout,
            size,
            aspect: 1.5,
          })
          const { width, height } = posterSizes[size]
          const edge = 200
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}" width="${(width + 2 * edge) / 4}" height="${(height + 2 * edge) / 4}">${drawing.over}</svg>`
          const { data, info } = await sharp(Buffer.from(svg))
            .extractChannel("alpha")
            .raw()
            .toBuffer({ resolveWithObject: true })
          let outside = 0
          for (let at = 0; at < data.length; at++) {
            const [x, y] = [at % info.width, Math.floor(at / info.width)]
            const isInside = x >= edge / 4 && x < info.width - edge / 4 && y >= edge / 4 && y < info.height - edge / 4
            if (!isInside && (data[at] ?? 0) > 0) outside++
          }
          expect([name.slice(0, 12), layout, size, outside, drawing.picture.height > 200]).toEqual([
            name.slice(0, 12),
            layout,
            size,
            0,
            true,
          ])
        }
      }
    }
  })
})

test("letters are shaped: marks stand on their letters, Arabic runs from the right, and no letter becomes an empty box", () => {
  const lay = (text: string) =>
    layText({ text, weight: "bold", width: 900, height: 300, most: 80, least: 20 }).lines.flatMap(({ parts }) => parts)
  const idsOf = (text: string) => lay(text).flatMap(({ run }) => run.glyphs.map(({ id }) => id))
  for (const text of ["Ọ̀ṣun", "m̀bẹ́ ń ǹ", "ɗan ƙasa", "₦5,000", "حقيبة", "🔥😀", "€ £ $ ½ × — “ ”"]) {
    expect([text, idsOf(text).includes(0), idsOf(text).length > 0]).toEqual([text, false, true])
  }
  // The grave above Ọ is raised over a capital: as it stands in the font it would run into the letter.
  const grave = lay("Ọ̀")[0]?.run.positions.at(-1)
  expect([grave?.xAdvance, (grave?.yOffset ?? 0) > 100]).toEqual([0, true])
  const onM = lay("m̀")[0]?.run.positions.at(-1)
  expect([onM?.xAdvance, onM?.xOffset === 0]).toEqual([0, false])
  // Joined letters have other shapes than the same letters by themselves.
  expect(idsOf("بيت")).not.toEqual([..."تيب"].flatMap(idsOf))
  // A name with one foreign letter has the same letters in every line.
  const [inOne, inTwo] = [900, 230].map((width) =>
    layText({ text: "Ọ̀ṣun beads", weight: "bold", width, height: 300, most: 60, least: 60 }),
  )
  const last = (laid = inOne) => laid?.lines.at(-1)?.parts.flatMap(({ run }) => run.glyphs.map(({ id }) => id)) ?? []
  expect([inOne?.lines.length, inTwo?.lines.length, last(inTwo)]).toEqual([1, 2, last().slice(-5)])
  // What is read last stands left.
  expect(lay("بيت abc").map(({ level }) => level % 2)).toEqual([0, 1])
  expect(drawableText("Bag \u{10ffff}龍 red")).toBe("Bag red")
})

test("on every colour there is an ink that can be read", () => {
  const steps = [0, 51, 102, 119, 136, 153, 204, 255]
  const hex = (part: number) => part.toString(16).padStart(2, "0")
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const ground = `#${hex(red)}${hex(green)}${hex(blue)}`
        expect(contrastOf(ground, textOn(ground))).toBeGreaterThanOrEqual(leastContrast)
        expect(contrastOf(ground, inkOn(ground, "#d9962e"))).toBeGreaterThanOrEqual(leastContrast)
      }
    }
  }
  expect(inkOn("#000000", "#d9962e")).toBe("#d9962e")
})

describe("the call", () => {
  let t: TestApp

  beforeAll(async () => {
    t = await openTestApp({ hasWorker: false })
  })
  afterAll(() => t.close())

  const ask = (id: string, query: Record<string, string>, person: TestPerson | undefined, etag = "") => {
    const search = new URLSearchParams({ layout: "band", size: "square", ...query })
    const headers = { "if-none-match": etag }
    return t.request("GET", `/shelf/products/${id}/poster.jpg?${search}`, person ? { person, headers } : { headers })
  }

  test("gives a poster in every size and a small look, to its owner alone, and another one after each change", async () => {
    const { person, product } = await openShop(t)
    for (const size of sizes) {
      const reply = await ask(product.id, { size }, person)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers["content-type"]).toBe("image/jpeg")
      expect(reply.headers["content-disposition"]).toContain(`red-handbag-band-${size}.jpg`)
      const { width, height } = posterSizes[size]
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: "jpeg", width, height })
    }
    // Without a credit, and so for nothing.
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 0, held: 0 })
    const small = await ask(product.id, { look: "small" }, person)
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 360, height: 360 })
    const etag = String(small.headers.etag)
    expect((await ask(product.id, { look: "small" }, person, etag)).statusCode).toBe(304)
    // Another phone changes the price: what is drawn next has it.
    const changed = await changeProduct(t, person, product, { priceNgn: 700_000 })
    const next = await ask(product.id, { look: "small" }, person, etag)
    expect([next.statusCode, next.rawPayload.equals(small.rawPayload)]).toEqual([200, false])
    expect((await ask(product.id, {}, await t.signUp())).statusCode).toBe(404)
    expect((await ask(product.id, {}, undefined)).statusCode).toBe(401)
    for (const query of [{ layout: "x" }, { size: "a3" }, { picture: "12" }, { picture: "-1" }, { look: "huge" }]) {
      expect([query, (await ask(product.id, query, person)).statusCode]).toEqual([query, 400])
    }
    const [picture] = changed.pictures
    const gone = await t.request("DELETE", filesAt("images", picture?.id), { person, body: {} })
    expect(gone.statusCode).toBe(204)
    const late = await ask(product.id, {}, person)
    expect([late.statusCode, Object.keys(late.json().fields)]).toEqual([400, ["pictures"]])
  })

  test("says which field is missing, and needs no shop", async () => {
    const person = await t.signUp({ isVerified: true })
    const product = await addProduct(t, person, { isOnShelf: false })
    expect((await ask(product.id, { layout: "frame" }, person)).statusCode).toBe(200)
    const bare = await changeProduct(t, person, product, { name: "" })
    expect((await ask(product.id, {}, person)).json().fields).toEqual({ name: "Please name it first." })
    await changeProduct(t, person, bare, { name: "Bag", priceNgn: null })
    expect((await ask(product.id, {}, person)).json().fields).toEqual({ priceNgn: "Please give a price first." })
  })
})
