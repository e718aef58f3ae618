import { ArrowRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { messages } from "#contract/messages.ts"
import type { PhotoPreview as Kind } from "#contract/studio/photo-previews.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { photoPath, usePhotoLook } from "./photo-look.ts"
import { PhotoPreview } from "./photo-preview.tsx"
import type { Photo } from "./use-photo.ts"

/** The set that a photo is shown in first: it takes the product's own colour, so it suits everything. */
const firstSet = "brand-tone"

interface Choice {
  what: Kind
  title: string
  to: string
  credits: number
  note?: string
}

/** What can be made of a photo, each shown with this very photo and its price. */
export function PhotoChoices({ photo }: { photo: Photo }): ReactElement {
  const fees = useFees()
  const { isCutOut = false, look, isReady } = usePhotoLook(photo)
  const image = photoPath(photo)
  const cutting = isCutOut ? 0 : fees["bg-remover"]
  const choices: readonly Choice[] = [
    {
      what: "white",
      title: "Clean white",
      to: isCutOut ? photoToolAddress.scene(image) : photoToolAddress.cleanWhite(image),
      credits: cutting,
    },
    {
      what: "set",
      title: "In a scene",
      to: photoToolAddress.set(firstSet, image),
      credits: cutting + fees.scene,
      note: "Choose from many scenes",
    },
    { what: "larger", title: "Sharper", to: photoToolAddress.upscale(image), credits: fees["photo-upscaling"] },
    {
      what: "place",
      title: "For the marketplace",
      to: isCutOut ? photoToolAddress.export(image) : photoToolAddress.forMarketplace(image),
      credits: cutting,
      note: "Jumia, Amazon and others",
    },
  ]
  const isLooking = image !== "" && !isReady
  return (
    <div className="grid gap-3">
      {look && !look.isSettled && look.isFound && (
        <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
          {messages.cutOutDoubt}. You can mend it, free, once it is made.
        </p>
      )}
      {look && !look.isFound && (
        <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
          We cannot tell your product from its background. Put it on a plain surface of another colour and take the
          photo again; “Sharper” works with any photo.
        </p>
      )}
      <ul aria-label="What to make of it" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {choices.map(({ what, title, to, credits, note }) => (
          <li key={what}>
            <Link
              to={to}
              className="group grid h-full content-start overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong"
            >
              <span className="block aspect-square overflow-hidden bg-raised">
                <PhotoPreview
                  image={image}
                  what={what}
                  {...(what === "set" && { set: firstSet })}
                  alt={`Your photo: ${title}`}
                  isWanted={image !== "" && (what === "larger" || isReady)}
                >
                  <img src={photo.shownAt} alt="" className="size-full object-cover" />
                </PhotoPreview>
              </span>
              <span className="grid gap-1 p-3">
                <span className="flex items-start justify-between gap-2 font-medium">
                  {title}
                  <ArrowRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-indigo" />
                </span>
                <span>
                  <Badge tone="ochre">{credits === 0 ? "Free" : formatCredits(credits)}</Badge>
                </span>
                {note && <span className="text-sm text-ink-soft">{note}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-soft">
        {isLooking && look === undefined
          ? "Looking at your photo. You can choose already."
          : "Small looks at your own photo, made as the result is. Nothing is paid yet."}
      </p>
    </div>
  )
}
