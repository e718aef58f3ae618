import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { groundSvg, type Place, placeProduct, type Size, shadowSvg } from "#contract/studio/plain-scene.ts"
import type { SceneGround, SceneLayout } from "#contract/studio/scenes.ts"
import { type Looked, photoPath } from "#web/content/photo/photo-look.ts"
import { PhotoPreview } from "#web/content/photo/photo-preview.tsx"
import type { Photo } from "#web/content/photo/use-photo.ts"
import { picturePath, previewPath } from "#web/lib/photos/picture-path.ts"

/** A ground that can be shown before it is paid. */
export type ShownGround = Exclude<SceneGround, { kind: "words" }>

interface ScenePreviewProps {
  photo: Photo
  looked: Looked
  ground: ShownGround
  layout: SceneLayout
  /** Where the picture behind it is shown from. */
  behindAt: string | undefined
}

/** The scene as it will be, small: a set as the engine draws it, a plain ground by what places and draws the result. */
export function ScenePreview({ photo, looked, ground, layout, behindAt }: ScenePreviewProps): ReactElement | null {
  const { isCutOut, look } = looked
  const path = photoPath(photo)
  const cutOutAt = isCutOut ? previewPath(path, 640) : look?.firstUrl && picturePath(look.firstUrl)
  if (ground.kind === "set") {
    return (
      <div className="aspect-square">
        {ground.name !== "" && (
          <PhotoPreview
            image={path}
            what="set"
            set={ground.name}
            colours={ground.colours}
            alt="A small look at the scene"
          >
            <img src={photo.shownAt} alt="" className="size-full object-contain" />
          </PhotoPreview>
        )}
      </div>
    )
  }
  return cutOutAt ? <PlainScene cutOutAt={cutOutAt} ground={ground} layout={layout} behindAt={behindAt} /> : null
}

interface PlainSceneProps {
  cutOutAt: string
  ground: Exclude<ShownGround, { kind: "set" }>
  layout: SceneLayout
  behindAt: string | undefined
}

const asAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

function PlainScene({ cutOutAt, ground, layout, behindAt }: PlainSceneProps): ReactElement | null {
  const { data: seen } = useQuery({
    queryKey: ["productBox", cutOutAt],
    queryFn: () => findProduct(cutOutAt),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!seen) return null
  const { width, height, hasShadow } = layout
  const { box, size } = seen
  const place = placeProduct(box, layout)
  const scale = place.width / box.width
  const colours =
    ground.kind === "gradient"
      ? { from: ground.from, to: ground.to }
      : ground.kind === "colour"
        ? { from: ground.colour, to: ground.colour }
        : null
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="A small look at the scene"
      className="mx-auto block max-h-[58dvh] w-full"
    >
      {colours ? (
        <image href={asAddress(groundSvg(colours, { width, height }))} width={width} height={height} />
      ) : (
        behindAt && <image href={behindAt} width={width} height={height} preserveAspectRatio="xMidYMid slice" />
      )}
      {hasShadow && <image href={asAddress(shadowSvg({ width, height }, place))} width={width} height={height} />}
      <svg x={place.left} y={place.top} width={place.width} height={place.height} aria-hidden="true">
        <image
          href={cutOutAt}
          x={-box.left * scale}
          y={-box.top * scale}
          width={size.width * scale}
          height={size.height * scale}
        />
      </svg>
    </svg>
  )
}

/** Up to this alpha a pixel does not belong to the product, as for the result. */
const clearAlpha = 12

/** Where something is seen in a cut-out. @returns null where this browser cannot tell */
async function findProduct(address: string): Promise<{ box: Place; size: Size } | null> {
  const image = new Image()
  image.src = address
  const context = document.createElement("canvas").getContext("2d")
  if (!context) return null
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  context.canvas.width = width
  context.canvas.height = height
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[4 * (y * width + x) + 3] ?? 0) <= clearAlpha) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (right < 0) return null
  return { box: { left, top, width: right - left + 1, height: bottom - top + 1 }, size: { width, height } }
}
