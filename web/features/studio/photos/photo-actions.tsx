import { Download, ExternalLink, Maximize2, Mountain, Scissors, Share2 } from "lucide-react"
import type { ReactElement } from "react"
import { PutOnShelf } from "#web/content/put-on-shelf.tsx"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { downloadPath } from "#web/lib/photos/picture-path.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"

interface PhotoActionsProps {
  url: string
  /** It has no background any more: a scene is what comes next. */
  isCutOut?: boolean
  /** Whether it is what the screen shows. Where another ground is shown, this file would not be the one that was meant. */
  isShown?: boolean
}

/** What can be done with a finished photo. */
export function PhotoActions({ url, isCutOut = false, isShown = true }: PhotoActionsProps): ReactElement {
  return (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        {isShown && (
          <>
            <a href={url} target="_blank" rel="noopener" className={buttonLook({ variant: "primary" })}>
              <ExternalLink aria-hidden="true" />
              View Image
            </a>
            <a href={downloadPath(url)} download className={buttonLook({ variant: "secondary" })}>
              <Download aria-hidden="true" />
              Download
            </a>
          </>
        )}
        <LinkButton variant="secondary" to={photoToolAddress.upscale(url)}>
          <Maximize2 aria-hidden="true" />
          Upscale
        </LinkButton>
        {isCutOut ? (
          <LinkButton variant="secondary" to={photoToolAddress.scene(url)}>
            <Mountain aria-hidden="true" />
            Make a scene
          </LinkButton>
        ) : (
          <LinkButton variant="secondary" to={photoToolAddress.removeBackground(url)}>
            <Scissors aria-hidden="true" />
            Remove background
          </LinkButton>
        )}
        {isShown && (
          <LinkButton variant="secondary" to={photoToolAddress.export(url)}>
            <Share2 aria-hidden="true" />
            Download for…
          </LinkButton>
        )}
        {isShown && <PutOnShelf urls={[url]} />}
      </div>
      <p className="text-center text-sm text-ink-soft">
        Kept in <TextLink to="/photo-gallery">your gallery</TextLink>.
      </p>
    </>
  )
}
