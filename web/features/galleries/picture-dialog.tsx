import { Brush, Copy, Download, ExternalLink, Maximize2, Mountain, Scissors, Share2 } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { cutOutMode, photoToolAddress } from "#web/lib/photo-tools.ts"
import { downloadPath, picturePath } from "#web/lib/picture-path.ts"
import { Button } from "#web/ui/button.tsx"
import { buttonLook } from "#web/ui/button-look.ts"
import { classNames } from "#web/ui/class-names.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { copyPrompt } from "./copy-prompt.ts"
import { DeletePart } from "./delete-part.tsx"
import { placeholderImage } from "./picture-facts.ts"
import { PictureFacts } from "./picture-facts-list.tsx"
import { PictureLook } from "./picture-look.tsx"

interface PictureDialogProps {
  document: GenerationDocument
  /** Moves to a neighbour; undefined at the ends of the gallery. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onDelete: () => void
  isDeleting: boolean
  /** Who sees it, and the button that changes it; nothing where it cannot be changed. */
  visibility?: ReactNode | undefined
}

/** A closer look at one picture, with its neighbours at hand (buttons and arrow keys). */
export function PictureDialog(props: PictureDialogProps): ReactElement {
  const { document, onPrevious, onNext, onClose, onDelete, isDeleting, visibility } = props
  const path = picturePath(document.url)
  const isCutOut = document.mode === cutOutMode
  return (
    <Dialog open onOpenChange={onClose} size="wide" title="Picture">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-8">
        <PictureLook
          path={path}
          alt={document.prompt}
          width={document.width}
          height={document.height}
          placeholder={placeholderImage(document)}
          onPrevious={onPrevious}
          onNext={onNext}
        />
        <div className="flex flex-col gap-6">
          <PictureFacts document={document} tellsWhoSees={visibility === undefined} />
          {visibility}
          <div className="grid grid-cols-2 gap-2">
            <a
              href={downloadPath(document.url)}
              download
              className={classNames(buttonLook({ variant: "primary" }), "col-span-2")}
            >
              <Download aria-hidden="true" />
              Download
            </a>
            <Button variant="secondary" className="px-2" onClick={() => void copyPrompt(document.prompt)}>
              <Copy aria-hidden="true" />
              Copy prompt
            </Button>
            <a
              href={path}
              target="_blank"
              rel="noopener"
              className={classNames(buttonLook({ variant: "secondary" }), "px-2")}
            >
              <ExternalLink aria-hidden="true" />
              View Image
            </a>
            <LinkButton variant="secondary" className="px-2" to={photoToolAddress.upscale(document.url)}>
              <Maximize2 aria-hidden="true" />
              Upscale
            </LinkButton>
            {isCutOut ? (
              <>
                <LinkButton variant="secondary" className="px-2" to={photoToolAddress.refine(document.$id)}>
                  <Brush aria-hidden="true" />
                  Refine
                </LinkButton>
                <LinkButton variant="secondary" className="px-2" to={photoToolAddress.scene(document.url)}>
                  <Mountain aria-hidden="true" />
                  Make a scene
                </LinkButton>
              </>
            ) : (
              <LinkButton
                variant="secondary"
                className="px-2 text-sm"
                to={photoToolAddress.removeBackground(document.url)}
              >
                <Scissors aria-hidden="true" />
                Remove background
              </LinkButton>
            )}
            <LinkButton
              variant="secondary"
              className={classNames("px-2", !isCutOut && "col-span-2")}
              to={photoToolAddress.export(document.url)}
            >
              <Share2 aria-hidden="true" />
              Download for…
            </LinkButton>
          </div>
          <DeletePart
            key={document.$id}
            question="Delete this picture for good?"
            onDelete={onDelete}
            isDeleting={isDeleting}
          />
        </div>
      </div>
    </Dialog>
  )
}
