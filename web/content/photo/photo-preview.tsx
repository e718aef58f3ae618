import { type ReactElement, type ReactNode, useState } from "react"
import { type PhotoPreview as Kind, photoPreviewPath } from "#contract/studio/photo-previews.ts"
import type { SetColours } from "#contract/studio/scenes.ts"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PhotoPreviewProps {
  /** Path of the photo on our origin. */
  image: string
  what: Kind
  /** Name of the set of `set`. */
  set?: string
  /** Of the set, instead of its own. */
  colours?: SetColours | undefined
  alt: string
  /** Stands there until the look has come, and where there is none. */
  children?: ReactNode
  /** False waits: looks are drawn one after the other. */
  isWanted?: boolean
  /** It has come, or there is none. */
  onSettled?: () => void
}

/** A small look at what a tool makes of a photo, made by what makes the result; fills its box. */
export function PhotoPreview(props: PhotoPreviewProps): ReactElement {
  const { image, what, set, colours, alt, children, isWanted = true, onSettled } = props
  const address = photoPreviewPath(image, what, set, colours)
  const [settled, setSettled] = useState<{ address: string; isThere: boolean }>()
  const isThere = settled?.address === address && settled.isThere
  const isComing = isWanted && settled?.address !== address
  const settle = (isNow: boolean): void => {
    setSettled({ address, isThere: isNow })
    onSettled?.()
  }
  return (
    <span className={classNames("relative block size-full", isComing && "animate-breathe")}>
      {!isThere && (
        <span className={classNames("absolute inset-0 block size-full", isComing && "opacity-55")}>{children}</span>
      )}
      {isWanted && (isThere || isComing) && (
        <img
          key={address}
          src={address}
          alt={isThere ? alt : ""}
          onLoad={() => settle(true)}
          onError={() => settle(false)}
          className={classNames("absolute inset-0 size-full object-contain", !isThere && "opacity-0")}
        />
      )}
    </span>
  )
}
