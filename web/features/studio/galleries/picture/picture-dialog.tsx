import { Trash2 } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { isDrawnByWords, shownPrompt } from "#contract/shown-prompt.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PictureDetails } from "#contract/studio/picture-details.ts"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { cutOutMode } from "#web/lib/photos/photo-tools.ts"
import { downloadPath, picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { againAddresses, isDrawn } from "./again-address.ts"
import { copyPrompt } from "./copy-prompt.ts"
import { Family } from "./family.tsx"
import { OrderAgain } from "./order-again.tsx"
import { PictureActions } from "./picture-actions.tsx"
import { placeholderImage } from "./picture-facts.ts"
import { OrderFacts, PictureFacts } from "./picture-facts-list.tsx"
import { PictureLook } from "./picture-look.tsx"

interface PictureDialogProps {
  document: OwnPicture
  /** How it was ordered and what belongs to it; undefined until it is known. */
  details: PictureDetails | undefined
  /** Moves to a neighbour; undefined at the ends of the gallery. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onTrash: () => void
  isMoving: boolean
  /** Who sees it, and the button that changes it; nothing where it cannot be changed. */
  visibility?: ReactNode | undefined
  /** Ways to show it to others. */
  share: ReactNode
  /** The button that marks it; nothing where pictures have no mark. */
  star?: ReactNode | undefined
}

/** A closer look at one picture, with its neighbours at hand (buttons and arrow keys). */
export function PictureDialog(props: PictureDialogProps): ReactElement {
  const { document, details, onPrevious, onNext, onClose, onTrash, isMoving, visibility, share, star } = props
  const path = picturePath(document.url)
  return (
    <Dialog open onOpenChange={onClose} size="wide" title="Picture">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-8">
        <PictureLook
          path={path}
          alt={shownPrompt(document.prompt)}
          width={document.width}
          height={document.height}
          placeholder={document.mode === cutOutMode ? undefined : placeholderImage(document)}
          onPrevious={onPrevious}
          onNext={onNext}
          note={!isDrawn(document) && <DoubtNotes of={[document.url]} />}
        />
        <div className="flex flex-col gap-6">
          <PictureFacts document={document} tellsWhoSees={visibility === undefined} />
          {star}
          {visibility}
          {share}
          {isDrawn(document) && <OrderAgain addresses={againAddresses(document, details)} />}
          <PictureActions
            url={document.url}
            download={{ href: downloadPath(document.url) }}
            copy={
              isDrawnByWords(document.mode)
                ? { label: "Copy prompt", act: () => copyPrompt(document.prompt) }
                : undefined
            }
            cutOutId={document.mode === cutOutMode ? document.$id : undefined}
          />
          <Button variant="quiet" className="-ml-5 self-start text-clay" busy={isMoving} onClick={onTrash}>
            <Trash2 aria-hidden="true" />
            Move to trash
          </Button>
          {/* Last: what comes late moves nothing that somebody is about to press. */}
          {details && (
            <>
              {!isDrawn(document) && <OrderAgain addresses={againAddresses(document, details)} />}
              <OrderFacts settings={details.settings} />
              <Family details={details} />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
