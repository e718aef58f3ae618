import { Download, Globe, Images, Lock, Trash2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { downloadManyPictures, type ManyChanged, type OwnPicture } from "#contract/studio/own-pictures.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { ShelfButton } from "./shelf-button.tsx"
import { SkippedPictures } from "./skipped-pictures.tsx"
import { countOf } from "./trash/count-of.ts"
import { useMany } from "./use-many.ts"
import type { Selection } from "./use-selection.ts"

interface SelectionBarProps {
  userId: string
  documents: readonly OwnPicture[]
  selection: Selection
}

const loadChooseAlbums = async () => (await import("./albums/choose-albums.tsx")).ChooseAlbums

const actLook = "px-2.5 text-sm max-sm:[&_.lucide]:hidden sm:px-4 sm:text-base"

/** What can be done with the pictures that are chosen, and what came of it. On phones it stands over the places below. */
export function SelectionBar({ userId, documents, selection }: SelectionBarProps): ReactElement {
  const { chosen, keep } = selection
  const [skipped, setSkipped] = useState<ManyChanged["skipped"]>([])
  const [isInAlbums, setIsInAlbums] = useState(false)
  const { part: ChooseAlbums, want } = useLazyPart(loadChooseAlbums)
  const many = useMany(userId, (outcome) => {
    setSkipped(outcome.skipped)
    keep(outcome.skipped.map(({ id }) => id))
  })
  const ids = [...chosen]
  const isIdle = ids.length > 0 && !many.isPending
  const act = (act: "open" | "close" | "trash"): void =>
    many.mutate({ act, documents: documents.filter(({ $id }) => chosen.has($id)) })
  return (
    <div className="z-35 grid gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 lg:sticky lg:bottom-0 lg:mt-4 border-t border-line-strong bg-surface px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:px-6 lg:-mx-10 lg:px-10 low:static">
      <SkippedPictures skipped={skipped} documents={documents} />
      {ChooseAlbums && isInAlbums && <ChooseAlbums ids={ids} onClose={() => setIsInAlbums(false)} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="min-w-0 text-sm font-medium text-balance sm:text-base">
          {ids.length === 0 ? "Choose pictures" : `${countOf(ids.length)} chosen`}
        </p>
        <div className="grid grow grid-cols-3 gap-1.5 sm:flex sm:grow-0 sm:gap-2">
          {isIdle ? (
            <a
              href={`${downloadManyPictures.path}?ids=${ids.join(",")}`}
              download
              aria-label="Download as ZIP"
              className={classNames(buttonLook({ variant: "secondary" }), actLook)}
            >
              <Download aria-hidden="true" />
              ZIP
            </a>
          ) : (
            <Button variant="secondary" disabled aria-label="Download as ZIP" className={actLook}>
              <Download aria-hidden="true" />
              ZIP
            </Button>
          )}
          <Button
            variant="secondary"
            disabled={!isIdle}
            aria-label="Albums"
            aria-haspopup="dialog"
            onClick={() => {
              want()
              setIsInAlbums(true)
            }}
            className={actLook}
          >
            <Images aria-hidden="true" />
            Albums
          </Button>
          <ShelfButton ids={ids} isIdle={isIdle} look={actLook} />
          <Button
            variant="secondary"
            disabled={!isIdle}
            aria-label="Make public"
            onClick={() => act("open")}
            className={actLook}
          >
            <Globe aria-hidden="true" />
            Public
          </Button>
          <Button
            variant="secondary"
            disabled={!isIdle}
            aria-label="Make private"
            onClick={() => act("close")}
            className={actLook}
          >
            <Lock aria-hidden="true" />
            Private
          </Button>
          <Button
            variant="danger"
            disabled={!isIdle}
            aria-label="Move to trash"
            onClick={() => act("trash")}
            className={actLook}
          >
            <Trash2 aria-hidden="true" />
            Trash
          </Button>
        </div>
      </div>
    </div>
  )
}
