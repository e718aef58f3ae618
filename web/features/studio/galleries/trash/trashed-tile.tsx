import { RotateCcw, Trash2 } from "lucide-react"
import type { ReactElement } from "react"
import { shownPrompt } from "#contract/shown-prompt.ts"
import type { TrashedPicture } from "#contract/studio/trash.ts"
import { Button } from "#web/ui/button/button.tsx"

interface TrashedTileProps {
  picture: TrashedPicture
  /** In ms since 1970. */
  now: number
  isBusy: boolean
  onRestore: () => void
  onDelete: () => void
}

/** One picture of the trash: what it shows, how long it stays, and what can be done with it. */
export function TrashedTile({ picture, now, isBusy, onRestore, onDelete }: TrashedTileProps): ReactElement {
  const { preview, gone_at } = picture
  const prompt = shownPrompt(picture.prompt)
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <img
        src={preview}
        alt={prompt}
        loading="lazy"
        decoding="async"
        className="aspect-square w-full bg-raised object-cover"
      />
      <div className="flex grow flex-col gap-1 p-3">
        <p className="line-clamp-2 text-sm break-words">{prompt}</p>
        <p className="text-sm text-ink-soft">{leftWords(Date.parse(gone_at) - now)}</p>
        <div className="mt-auto flex gap-1 pt-1">
          <Button variant="secondary" className="min-w-0 grow px-2" disabled={isBusy} onClick={onRestore}>
            <RotateCcw aria-hidden="true" className="max-sm:hidden" />
            Restore
          </Button>
          <Button
            variant="quiet"
            size="icon"
            className="shrink-0 text-clay"
            aria-label="Delete for good"
            title="Delete for good"
            disabled={isBusy}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      </div>
    </li>
  )
}

function leftWords(ms: number): string {
  const days = Math.ceil(ms / 86_400_000)
  return days <= 1 ? "Goes within a day" : `${days} days left`
}
