import { describe, expect, test } from "vitest"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { buildDocument, buildDocuments } from "#web/testing/build-document.ts"
import {
  changeDocuments,
  type Gallery,
  mergeNewest,
  nextCursor,
  removeDocument,
  replaceDocument,
} from "./lists/gallery-pages.ts"

function buildGallery(...sizes: number[]): Gallery {
  let from = 1
  const pages = sizes.map((size, index) => {
    const documents = buildDocuments(size, from)
    from += size
    return { documents, isLast: index === sizes.length - 1 }
  })
  return { pages, pageParams: [] }
}

function idsOf(gallery: Gallery): string[] {
  return gallery.pages.flatMap((page) => page.documents.map(({ $id }) => $id))
}

describe("nextCursor", () => {
  test("is the last document read, until the list has ended", () => {
    const { pages } = buildGallery(2, 2)
    expect(nextCursor(pages.slice(0, 1))).toBe("p2")
    expect(nextCursor(pages)).toBeUndefined()
  })

  test("skips a page that has been emptied", () => {
    const { pages } = removeDocument(buildGallery(2, 1, 1), "p3")
    expect(nextCursor(pages.slice(0, 2))).toBe("p2")
  })
})

describe("mergeNewest", () => {
  test("puts only the unknown in front", () => {
    const newest = { documents: [buildDocument({ $id: "new" }), ...buildDocuments(2)], isLast: false }
    expect(idsOf(mergeNewest(buildGallery(2, 2), newest))).toEqual(["new", "p1", "p2", "p3", "p4"])
  })

  test("puts what came to fit later among its neighbours", () => {
    const [first, second, third] = buildDocuments(3) as [OwnPicture, OwnPicture, OwnPicture]
    const known: Gallery = {
      pages: [{ documents: [first, buildDocument({ $id: "p9" })], isLast: true }],
      pageParams: [],
    }
    const newest = { documents: [first, second, third], isLast: false }
    expect(idsOf(mergeNewest(known, newest))).toEqual(["p1", "p2", "p3", "p9"])
  })

  test("changes nothing when nothing is new", () => {
    const gallery = buildGallery(3)
    expect(mergeNewest(gallery, { documents: buildDocuments(2), isLast: false })).toBe(gallery)
  })

  test("starts anew when a stretch may be missing between, and can read on from there", () => {
    const merged = mergeNewest(buildGallery(2), { documents: buildDocuments(25, 100), isLast: false })
    expect(idsOf(merged)[0]).toBe("p100")
    expect(nextCursor(merged.pages)).toBe("p124")
  })

  test("fills an empty gallery", () => {
    const merged = mergeNewest(buildGallery(0), { documents: buildDocuments(2), isLast: true })
    expect(idsOf(merged)).toEqual(["p1", "p2"])
  })
})

test("replaces a document in its place", () => {
  const changed = replaceDocument(buildGallery(2), buildDocument({ $id: "p2", is_public: false }))
  expect(changed.pages[0]?.documents.map((document) => document.is_public)).toEqual([true, false])
})

test("a document that came without its star keeps it", () => {
  const starred = changeDocuments(buildGallery(2), ["p2"], { is_starred: true })
  const { is_starred: _star, ...told } = buildDocument({ $id: "p2", is_public: false })
  const [, second] = replaceDocument(starred, told).pages[0]?.documents ?? []
  expect([second?.is_starred, second?.is_public]).toEqual([true, false])
})

test("a picture keeps its owner's words when what everybody reads of it comes in", () => {
  const own = buildDocument({ $id: "p1", mode: "scene", prompt: "shoe.jpg", sent_prompt: "shoe.jpg", is_public: false })
  const told = { ...own, prompt: "A product in a scene", sent_prompt: "A product in a scene", is_public: true }
  const { pages } = replaceDocument({ pages: [{ documents: [own], isLast: true }], pageParams: [] }, told)
  expect(pages[0]?.documents).toEqual([{ ...own, is_public: true }])
})

test("leaves a gallery alone that does not hold the document", () => {
  const gallery = buildGallery(2)
  expect(removeDocument(gallery, "elsewhere")).toBe(gallery)
  expect(replaceDocument(gallery, buildDocument({ $id: "elsewhere" }))).toBe(gallery)
})
