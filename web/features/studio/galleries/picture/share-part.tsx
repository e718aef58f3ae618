import { Images, Link2, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { shareLink } from "#web/content/share-link.ts"
import { Button } from "#web/ui/button/button.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { PrivateLinks } from "./private-links.tsx"

const loadChooseAlbums = async () =>
  (await import("#web/features/studio/galleries/albums/choose-albums.tsx")).ChooseAlbums

interface SharePartProps {
  picture: OwnPicture
  source: PictureSource
}

/** Ways to show a picture to others, the page of a public one and links that end, and its albums. */
export function SharePart({ picture, source }: SharePartProps): ReactElement {
  const { $id, is_public, waits_until, prompt } = picture
  const [isOpen, setIsOpen] = useState(false)
  const [isInAlbums, setIsInAlbums] = useState(false)
  const { part: ChooseAlbums, want } = useLazyPart(loadChooseAlbums)
  const hasPage = is_public && waits_until === null
  return (
    <section aria-label="Share and albums" className="grid grid-cols-2 gap-2">
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
      {source === "generations" && (
        <Button
          variant="secondary"
          className="col-span-2 px-2"
          aria-haspopup="dialog"
          onClick={() => {
            want()
            setIsInAlbums(true)
          }}
        >
          <Images aria-hidden="true" />
          Albums
        </Button>
      )}
      {ChooseAlbums && isInAlbums && <ChooseAlbums ids={[$id]} onClose={() => setIsInAlbums(false)} />}
      {isOpen && <PrivateLinks target={{ source, id: $id }} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
