import { useQuery } from "@tanstack/react-query"
import { lookAtCutOut, type PhotoLook } from "#contract/studio/training-looks.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import type { Photo } from "./use-photo.ts"

/** What can be shown of a photo before anything is paid. */
export interface Looked {
  /** Whether what surrounds the product is transparent already; undefined until it is known. */
  isCutOut: boolean | undefined
  /** How an upload would be cut out; undefined for cut-outs, until it is known, and where no look is to be had. */
  look: PhotoLook | undefined
  /** Whether looks at it can be asked for. */
  isReady: boolean
}

/** Where an uploaded photo is on our origin; "" until it is uploaded. */
export function photoPath(photo: Pick<Photo, "address"> | undefined): string {
  return photo?.address === undefined ? "" : picturePath(photo.address)
}

/** Whether what surrounds the product of a photo is transparent already; undefined until it is known, and without a photo. */
export function useIsCutOut(photo: Pick<Photo, "address" | "shownAt"> | undefined): boolean | undefined {
  const path = photoPath(photo)
  const { data } = useQuery({
    queryKey: ["isTransparent", path],
    // The copy in hand is as good as the one that was sent, and costs no data.
    queryFn: () => isTransparent(photo?.shownAt ?? path),
    enabled: path !== "",
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === null ? !isUpload(path) : data
}

/** Why a chosen photo cannot be ordered with yet, as its button says; undefined once it can, and where nothing is on its way. */
export function photoWait(photo: Photo | undefined, isCutOut: boolean | undefined): string | undefined {
  if (photo?.state === "reading" || photo?.state === "uploading") return "Uploading …"
  return photo?.state === "uploaded" && isCutOut === undefined ? "Looking at your photo …" : undefined
}

/** Looks at a photo as it would be cut out, free. @param photo nothing is asked before it is uploaded */
export function usePhotoLook(photo: Pick<Photo, "address" | "shownAt"> | undefined): Looked {
  const path = photoPath(photo)
  const isCutOut = useIsCutOut(photo)
  const { data: look } = useQuery({
    queryKey: ["lookAtCutOut", path],
    queryFn: async () => (await call(lookAtCutOut, { body: { image: path } })).data,
    enabled: isUpload(path) && isCutOut === false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { isCutOut, look, isReady: path !== "" && (isCutOut === true || look?.isFound === true) }
}

function isUpload(path: string): boolean {
  return path.startsWith("/v1/storage/")
}

/** Side at which transparency is looked for, in pixels. */
const lookedSide = 64
/** Alpha below which a pixel counts as transparent, of 255. */
const clearAlpha = 128
/** Least share of transparent pixels of a cut-out: less is a round corner. */
const leastClear = 0.01

/** @returns null where this browser cannot tell */
async function isTransparent(address: string): Promise<boolean | null> {
  const image = new Image()
  image.src = address
  const context = document.createElement("canvas").getContext("2d")
  const isDecoded = image.decode?.().then(
    () => true,
    () => false,
  )
  if (!context || !(await isDecoded)) return null
  context.canvas.width = lookedSide
  context.canvas.height = lookedSide
  context.drawImage(image, 0, 0, lookedSide, lookedSide)
  const { data } = context.getImageData(0, 0, lookedSide, lookedSide)
  let clear = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < clearAlpha) clear++
  return clear > leastClear * lookedSide ** 2
}
