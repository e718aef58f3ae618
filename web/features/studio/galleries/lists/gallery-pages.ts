import type { InfiniteData } from "@tanstack/react-query"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import type { GalleryFilters, OwnPicture, OwnPicturesQuery } from "#contract/studio/own-pictures.ts"

/** A page as it was read, newest first. Later deletions may leave it shorter, even empty. */
export interface GalleryPage {
  documents: OwnPicture[]
  /** Whether the list ended here when it was read. */
  isLast: boolean
}

/** All pages read so far, with the id each one was read after. */
export type Gallery = InfiniteData<GalleryPage, unknown>

/** @returns the id to read on after; undefined at the end of the list */
export function nextCursor(pages: readonly GalleryPage[]): string | undefined {
  if (pages.at(-1)?.isLast) return undefined
  return pages.findLast((page) => page.documents.length > 0)?.documents.at(-1)?.$id
}

/**
 * Puts documents that are not known yet where the first page has them; those that are known stay where they are. When
 * nothing on the page is known, a stretch between may be missing, so the gallery starts anew from this page.
 * @param newest the first page, read just now
 */
export function mergeNewest(gallery: Gallery, newest: GalleryPage): Gallery {
  const known = new Set(gallery.pages.flatMap((page) => page.documents.map((document) => document.$id)))
  const isFresh = ({ $id }: OwnPicture): boolean => !known.has($id)
  if (!newest.documents.some(isFresh)) return gallery
  if (newest.documents.every(isFresh)) return { pages: [newest], pageParams: [undefined] }
  const before = new Map<string, OwnPicture[]>()
  let waiting: OwnPicture[] = []
  let lastKnown: string | undefined
  for (const document of newest.documents) {
    if (isFresh(document)) {
      waiting.push(document)
      continue
    }
    lastKnown = document.$id
    before.set(lastKnown, waiting)
    waiting = []
  }
  const place = (document: OwnPicture): OwnPicture[] => [
    ...(before.get(document.$id) ?? []),
    document,
    ...(document.$id === lastKnown ? waiting : []),
  ]
  return { ...gallery, pages: gallery.pages.map((page) => ({ ...page, documents: page.documents.flatMap(place) })) }
}

/** @returns the same gallery when the document is not in it */
export function replaceDocument(gallery: Gallery, document: GenerationDocument): Gallery {
  // Words never change, and of a public picture an event tells those that everybody may read.
  const { prompt: _, sent_prompt: __, ...change } = document
  return changeDocuments(gallery, [document.$id], change)
}

/** Changes these documents alike. @returns the same gallery when none of them is in it */
export function changeDocuments(gallery: Gallery, ids: readonly string[], change: Partial<OwnPicture>): Gallery {
  return ids.reduce(
    (changed, id) =>
      mapPages(changed, id, (documents) =>
        documents.map((known) => (known.$id === id ? { ...known, ...change } : known)),
      ),
    gallery,
  )
}

/** @returns the same gallery when the document is not in it */
export function removeDocument(gallery: Gallery, id: string): Gallery {
  return mapPages(gallery, id, (documents) => documents.filter((known) => known.$id !== id))
}

export function holds(gallery: Gallery, id: string): boolean {
  return gallery.pages.some((page) => page.documents.some((document) => document.$id === id))
}

/** Puts a picture where its time has its place; one that would come after all that was read comes with a later page. */
export function putBack(gallery: Gallery, document: OwnPicture): Gallery {
  if (holds(gallery, document.$id)) return gallery
  // Pictures of one order have the same time, and ids in their order.
  const isOlder = ({ $createdAt, $id }: OwnPicture): boolean =>
    $createdAt < document.$createdAt || ($createdAt === document.$createdAt && $id > document.$id)
  const at = gallery.pages.findIndex((page) => page.isLast || page.documents.some(isOlder))
  const pages = gallery.pages.map((page, index) => {
    if (index !== at) return page
    const older = page.documents.filter(isOlder)
    return { ...page, documents: [...page.documents.filter((known) => !isOlder(known)), document, ...older] }
  })
  return { ...gallery, pages }
}

/** What a gallery shows of a person's pictures. */
export type Question = GalleryFilters & Pick<OwnPicturesQuery, "kind">

/** Whether a picture may come into such a gallery, or leave it, by what its owner does; its words and mode never change. */
export function hangsOnOwner({ seenBy, starred }: Question): boolean {
  return seenBy !== undefined || starred !== undefined
}

/** Takes out what does not belong there any more. @returns the same gallery when all of it does */
export function keepFitting(gallery: Gallery, { seenBy, starred }: Question): Gallery {
  const fits = ({ is_public, is_starred }: OwnPicture): boolean =>
    (seenBy === undefined || (seenBy === "everyone") === is_public) && (starred === undefined || is_starred)
  if (gallery.pages.every((page) => page.documents.every(fits))) return gallery
  return { ...gallery, pages: gallery.pages.map((page) => ({ ...page, documents: page.documents.filter(fits) })) }
}

function mapPages(gallery: Gallery, id: string, change: (documents: OwnPicture[]) => OwnPicture[]): Gallery {
  const holdsIt = (page: GalleryPage): boolean => page.documents.some((document) => document.$id === id)
  if (!gallery.pages.some(holdsIt)) return gallery
  const pages = gallery.pages.map((page) => (holdsIt(page) ? { ...page, documents: change(page.documents) } : page))
  return { ...gallery, pages }
}
