import { Brush, Copy, Download, ExternalLink, Maximize2, Mountain, ScanText, Scissors, Share2 } from "lucide-react"
import type { ReactElement } from "react"
import { PutOnShelf } from "#web/content/put-on-shelf.tsx"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PictureActionsProps {
  /** Address of the picture, as tools are told it. */
  url: string
  download: { href: string; name?: string }
  /** What of it can be copied; nothing for what is made of a photo, which goes by the name of its file. */
  copy: { label: string; act: () => Promise<void> } | undefined
  /** Id of a cut-out, which can be refined; undefined for every other picture. */
  cutOutId?: string | undefined
}

/** What can be done with a picture that is looked at. */
export function PictureActions({ url, download, copy, cutOutId }: PictureActionsProps): ReactElement {
  return (
    <div className="grid grid-cols-2 gap-2">
      <a
        href={download.href}
        download={download.name ?? true}
        className={classNames(buttonLook({ variant: "primary" }), "col-span-2")}
      >
        <Download aria-hidden="true" />
        Download
      </a>
      {copy && (
        <Button variant="secondary" className="px-2" onClick={() => void copy.act()}>
          <Copy aria-hidden="true" />
          {copy.label}
        </Button>
      )}
      <a
        href={picturePath(url)}
        target="_blank"
        rel="noopener"
        className={classNames(buttonLook({ variant: "secondary" }), "px-2", !copy && "col-span-2")}
      >
        <ExternalLink aria-hidden="true" />
        View Image
      </a>
      <LinkButton variant="secondary" className="px-2" to={photoToolAddress.upscale(url)}>
        <Maximize2 aria-hidden="true" />
        Upscale
      </LinkButton>
      {cutOutId === undefined ? (
        <LinkButton variant="secondary" className="px-2 text-sm" to={photoToolAddress.removeBackground(url)}>
          <Scissors aria-hidden="true" />
          Remove background
        </LinkButton>
      ) : (
        <LinkButton variant="secondary" className="px-2" to={photoToolAddress.refine(cutOutId)}>
          <Brush aria-hidden="true" />
          Refine
        </LinkButton>
      )}
      <LinkButton variant="secondary" className="px-2" to={photoToolAddress.scene(url)}>
        <Mountain aria-hidden="true" />
        Make a scene
      </LinkButton>
      <LinkButton variant="secondary" className="px-2 text-sm" to={photoToolAddress.describe(url)}>
        <ScanText aria-hidden="true" />
        Image to prompt
      </LinkButton>
      <LinkButton variant="secondary" className="col-span-2 px-2" to={photoToolAddress.export(url)}>
        <Share2 aria-hidden="true" />
        Download for…
      </LinkButton>
      <PutOnShelf urls={[url]} className="col-span-2 px-2" />
    </div>
  )
}
