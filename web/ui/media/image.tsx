import { type ReactElement, useState } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

/** A picture in the files it was stored as. */
export interface Picture {
  /** The file for every browser. */
  src: string
  width: number
  height: number
  /** srcset of the AVIF files. */
  avif?: string | undefined
  /** srcset of the WebP files. */
  webp?: string | undefined
  /** A few blurred pixels as a data address, shown until the picture is there. */
  placeholder?: string | undefined
}

interface ImageProps extends Picture {
  /** What is to be seen; empty for decoration. */
  alt: string
  /** How wide it will be shown, as the `sizes` attribute. */
  sizes?: string | undefined
  /** For the first large picture of a page: loaded at once, without fading. */
  isPriority?: boolean | undefined
  /** "cover" fills a box of another shape and cuts what stands over; the box then needs a size of its own. */
  fit?: "natural" | "cover" | undefined
  /** Classes of the box; the picture fills it. */
  className?: string | undefined
}

/** A picture that keeps its place from the first moment and fades in over its blur. Has no inline style, so it can be prerendered. */
export function Image(props: ImageProps): ReactElement {
  const { src, width, height, avif, webp, placeholder, alt, sizes, isPriority = false, fit, className } = props
  const [isLoading, setIsLoading] = useState(false)
  return (
    <div className={classNames("relative overflow-hidden bg-surface", className)}>
      {placeholder && !isPriority && (
        <img
          src={placeholder}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      <picture>
        {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
        <img
          // Without scripts, or when it came from the cache, the picture is simply there: only a late one fades.
          ref={(element) => {
            if (element && !element.complete && !isPriority) setIsLoading(true)
          }}
          src={src}
          width={width}
          height={height}
          alt={alt}
          loading={isPriority ? "eager" : "lazy"}
          fetchPriority={isPriority ? "high" : "auto"}
          decoding="async"
          onLoad={() => setIsLoading(false)}
          onError={() => setIsLoading(false)}
          className={classNames(
            "transition-opacity",
            fit === "cover" ? "absolute inset-0 size-full object-cover" : "relative block h-auto w-full",
            isLoading && "opacity-0",
          )}
        />
      </picture>
    </div>
  )
}
