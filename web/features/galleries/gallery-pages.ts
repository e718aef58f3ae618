import type { InfiniteData } from "@tanstack/react-query"
import type { GenerationDocument } from "#contract/product/generation-document.ts"

/** A page as it was read, newest first. Later deletions may leave it shorter, even empty. */
export interface GalleryPage {
  documents: GenerationDocument[]
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
 * Puts newer documents in front of what is known; those that are known stay where they are. When nothing on the page is
 * known, a stretch between may be missing, so the gallery starts anew from this page.
 * @param newest the first page, read just now
 */
export function mergeNewest(gallery: Gallery, newest: GalleryPage): Gallery {
  const known = new Set(gallery.pages.flatMap((page) => page.documents.map((document) => document.$id)))
  const fresh = newest.documents.filter((document) => !known.has(document.$id))
  if (fresh.length === 0) return gallery
  if (fresh.length === newest.documents.length) return { pages: [newest], pageParams: [undefined] }
  return addInFront(gallery, fresh)
}

function addInFront(gallery: Gallery, fresh: readonly GenerationDocument[]): Gallery {
  const [first, ...others] = gallery.pages
  const isLast = first?.isLast ?? true
  return { ...gallery, pages: [{ isLast, documents: [...fresh, ...(first?.documents ?? [])] }, ...others] }
}

/** @returns the same gallery when the document is not in it */
export function replaceDocument(gallery: Gallery, document: GenerationDocument): Gallery {
  return mapPages(gallery, document.$id, (documents) =>
    documents.map((known) => (known.$id === document.$id ? document : known)),
  )
}

/** Opens documents to everybody, or closes them. @returns the same gallery when none of them is in it */
export function showDocuments(gallery: Gallery, ids: readonly string[], isPublic: boolean): Gallery {
  return ids.reduce(
    (changed, id) =>
      mapPages(changed, id, (documents) =>
        documents.map((known) => (known.$id === id ? { ...known, is_public: isPublic } : known)),
      ),
    gallery,
  )
}

/** @returns the same gallery when the document is not in it */
export function removeDocument(gallery: Gallery, id: string): Gallery {
  return mapPages(gallery, id, (documents) => documents.filter((known) => known.$id !== id))
}

function mapPages(
  gallery: Gallery,
  id: string,
  change: (documents: GenerationDocument[]) => GenerationDocument[],
): Gallery {
  const holdsIt = (page: GalleryPage): boolean => page.documents.some((document) => document.$id === id)
  if (!gallery.pages.some(holdsIt)) return gallery
  const pages = gallery.pages.map((page) => (holdsIt(page) ? { ...page, documents: change(page.documents) } : page))
  return { ...gallery, pages }
}
