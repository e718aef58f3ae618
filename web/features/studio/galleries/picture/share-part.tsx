import { Link2, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { shareLink } from "#web/content/share-link.ts"
import { Button } from "#web/ui/button/button.tsx"
import { PrivateLinks } from "./private-links.tsx"

interface SharePartProps {
  picture: OwnPicture
  source: PictureSource
}

/** Ways to show a picture to others: the page of a public one, and links that end. */
export function SharePart({ picture, source }: SharePartProps): ReactElement {
  const { $id, is_public, waits_until, prompt } = picture
  const [isOpen, setIsOpen] = useState(false)
  const hasPage = is_public && waits_until === null
  return (
    <section aria-label="Share" className="grid grid-cols-2 gap-2">
      {hasPage && (
        <Button
          variant="secondary"
          className="px-2"
          onClick={() =>
            void shareLink({ title: prompt.slice(0, 100), url: new URL(`/picture/${$id}`, location.href).href })
          }
        >
          <Share2 aria-hidden="true" />
          Share its page
        </Button>
      )}
      <Button
        variant="secondary"
        className={hasPage ? "px-2" : "col-span-2 px-2"}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Link2 aria-hidden="true" />
        Private link
      </Button>
      {isOpen && <PrivateLinks source={source} pictureId={$id} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
