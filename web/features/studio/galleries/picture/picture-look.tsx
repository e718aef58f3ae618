import { ChevronLeft, ChevronRight } from "lucide-react"
import { type ReactElement, type ReactNode, useEffect, useEffectEvent } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PictureLookProps {
  path: string
  /** What is to be read out of it. */
  alt: string
  /** Pixels, of which only the ratio counts. */
  width: number
  height: number
  /** What is shown until it is there, as a CSS image. */
  placeholder?: string | undefined
  /** Moves to a neighbour; undefined at the ends of the gallery. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Stands between the buttons, where its room is kept: it may come late. */
  note?: ReactNode | undefined
}

/** One picture as large as it goes, with its neighbours at hand (buttons and arrow keys). */
export function PictureLook(props: PictureLookProps): ReactElement {
  const { path, alt, width, height, placeholder, onPrevious, onNext, note } = props
  useArrowKeys(onPrevious, onNext)
  return (
    <div className="grid content-start gap-3">
      <a href={path} target="_blank" rel="noopener" className="block rounded-card">
        <img
          key={path}
          src={path}
          alt={alt}
          className="mx-auto block checkerboard rounded-card bg-cover [--height:46dvh] md:[--height:60dvh]"
          style={{
            aspectRatio: `${width} / ${height}`,
            width: `min(100%, calc(var(--height) * ${width / height}))`,
            ...(placeholder !== undefined && { backgroundImage: placeholder }),
          }}
        />
      </a>
      <div className={classNames("flex items-center justify-between gap-2", note && "max-md:min-h-21")}>
        <Button
          variant="secondary"
          size="icon"
          aria-label="Previous picture"
          disabled={!onPrevious}
          onClick={onPrevious}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        {note && <div className="min-w-0 flex-1">{note}</div>}
        <Button variant="secondary" size="icon" aria-label="Next picture" disabled={!onNext} onClick={onNext}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </div>
  )
}

function useArrowKeys(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === "ArrowLeft") onPrevious?.()
    if (event.key === "ArrowRight") onNext?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [])
}
