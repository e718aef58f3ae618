import { Copy, Maximize2 } from "lucide-react"
import type { KeyboardEvent, ReactElement } from "react"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { picturePath } from "#web/lib/picture-path.ts"
import { classNames } from "#web/ui/class-names.ts"
import { copyPrompt } from "./copy-prompt.ts"
import { pictureSources, placeholderImage } from "./picture-facts.ts"

interface GalleryTileProps {
  document: GenerationDocument
  /** Pixels on the screen. */
  box: { width: number; height: number }
  onOpenDetails: (id: string) => void
}

/** One picture of the grid. Press it to open it in a new tab; point at it, or tab into it, for the prompt and more. */
export function GalleryTile({ document, box, onOpenDetails }: GalleryTileProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are heard for the link and buttons inside
    <div className="group relative size-full overflow-hidden rounded-card bg-surface" onKeyDown={moveInside}>
      <a
        href={picturePath(document.url)}
        target="_blank"
        rel="noopener"
        title="Arrow keys reach the actions of this picture"
        className="block size-full rounded-card -outline-offset-4"
      >
        <img
          src={picturePath(document.preview_640)}
          srcSet={pictureSources(document)}
          sizes={`${Math.round(box.width)}px`}
          width={document.width}
          height={document.height}
          alt={document.prompt}
          decoding="async"
          className="size-full bg-cover object-cover"
          style={{ backgroundImage: placeholderImage(document) }}
        />
      </a>
      <div
        className={classNames(
          "pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 bg-linear-to-t from-cloth via-cloth/75 to-transparent p-2 pt-10 pl-4 text-on-cloth transition-opacity",
          "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <p className="mb-1.5 line-clamp-2 min-w-0 text-sm break-words">{document.prompt}</p>
        <div className="pointer-events-auto flex shrink-0">
          <TileButton label="Copy prompt" onPress={() => void copyPrompt(document.prompt)}>
            <Copy aria-hidden="true" className="size-5" />
          </TileButton>
          <TileButton label="Details" onPress={() => onOpenDetails(document.$id)}>
            <Maximize2 aria-hidden="true" className="size-5" />
          </TileButton>
        </div>
      </div>
    </div>
  )
}

/** A tile is one stop of the Tab key; left and right go through what is in it. */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
  if (step === 0) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")]
  const next = controls[controls.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface TileButtonProps {
  label: string
  onPress: () => void
  children: ReactElement
}

function TileButton({ label, onPress, children }: TileButtonProps): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control outline-on-cloth transition-colors hover:bg-on-cloth/15 focus-visible:-outline-offset-2"
    >
      {children}
    </button>
  )
}
