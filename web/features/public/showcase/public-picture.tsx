import type { ReactElement } from "react"
import { isDrawnByWords, publicTitle, shownPrompt } from "#contract/shown-prompt.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { TryWordsLink } from "#web/content/try-words-link.tsx"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { ReportButton } from "./report-dialog.tsx"

interface PublicPictureProps {
  document: GenerationDocument
  /** Whether little is to be fetched (`useDataSaver`, asked once for all pictures). */
  isSaving: boolean
}

/** One picture of the showcase with the words that drew it, the way to try them, and the way to report it. */
export function PublicPicture({ document, isSaving }: PublicPictureProps): ReactElement {
  const words = publicTitle(document)
  return (
    <div className="group relative size-full">
      <a
        href={picturePath(document.url)}
        target="_blank"
        rel="noopener"
        className="relative block size-full overflow-hidden rounded-card bg-surface -outline-offset-4"
      >
        <img
          src={picturePath(isSaving ? document.preview_320 : document.preview_640)}
          width={document.width}
          height={document.height}
          alt={words}
          decoding="async"
          className="size-full object-cover"
        />
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 bg-linear-to-t from-cloth via-cloth/75 to-transparent p-4 pt-10 pb-16 text-sm text-on-cloth opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100"
        >
          {words}
        </span>
      </a>
      {isDrawnByWords(document.mode) && (
        <TryWordsLink
          isOnPicture
          prompt={shownPrompt(document.prompt)}
          shape={document.aspect_ratio}
          modeSlug={document.mode}
          name={words}
        />
      )}
      <ReportButton source="generations" pictureId={document.$id} prompt={words} />
    </div>
  )
}
