import type { OwnPicture } from "#contract/studio/own-pictures.ts"

/** A picture of a gallery for tests; takes only what the test is about. */
export function buildDocument(about: Partial<OwnPicture> = {}): OwnPicture {
  const id = about.$id ?? "picture1"
  return {
    $id: id,
    $createdAt: "2025-09-01T09:00:00.000+00:00",
    $updatedAt: "2025-09-01T09:00:00.000+00:00",
    creator: "amina",
    prompt: "a clay pot on a wooden table",
    sent_prompt: "IMG_1018.CR2: a clay pot on a wooden table",
    url: `/files/${id}.webp`,
    engine: "local",
    mode: "flux1.1-pro",
    is_public: true,
    is_starred: false,
    trade: null,
    waits_until: null,
    width: 912,
    height: 1136,
    size: 182_345,
    aspect_ratio: "4:5",
    placeholder: "data:image/webp;base64,UklGRg==",
    preview_320: `/files/${id}-320.webp`,
    preview_640: `/files/${id}-640.webp`,
    ...about,
  }
}

/** Documents p1, p2 and so on, newest first. */
export function buildDocuments(count: number, from = 1): OwnPicture[] {
  return Array.from({ length: count }, (_, index) =>
    buildDocument({ $id: `p${from + index}`, prompt: `picture number ${from + index}` }),
  )
}
