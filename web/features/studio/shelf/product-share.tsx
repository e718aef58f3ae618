import { useMutation, useQuery } from "@tanstack/react-query"
import { Download, Link2, Share2 } from "lucide-react"
import type { ReactElement } from "react"
import type { ExportPresetSlug } from "#contract/catalogue/export-presets.ts"
import { downloadExports } from "#contract/studio/exports.ts"
import type { Product } from "#contract/studio/shelf.ts"
import { downloadPack } from "#contract/studio/shelf-shop.ts"
import { shareLink } from "#web/content/share-link.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { shareFile } from "#web/lib/page/share-sheet.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

const shapes: readonly { preset: ExportPresetSlug; label: string }[] = [
  { preset: "whatsapp-status", label: "Picture for status" },
  { preset: "whatsapp-catalogue", label: "Square picture" },
]

/** Shares the first picture of a product in a shape that places take, or its link; downloads it where nothing can be shared. */
export function ProductShare({ product }: { product: Product }): ReactElement | null {
  const { data: shop } = useQuery(shopQuery)
  const [first] = product.pictures
  const link =
    shop?.isPublished &&
    shop.takenDownFor === null &&
    product.takenDownFor === null &&
    product.isOnShelf &&
    product.slug !== null
      ? `${shop.url}/${product.slug}`
      : null
  const sharing = useMutation({
    mutationFn: async (preset: ExportPresetSlug) => {
      const query = new URLSearchParams({ image: picturePath(first?.url ?? ""), presets: preset })
      const reply = await fetch(`${downloadExports.path}?${query}`).catch(() => null)
      if (!reply?.ok) throw new Error(reply ? "The picture could not be made ready." : noAnswerMessage)
      return shareFile(new File([await reply.blob()], `${preset}.jpg`, { type: "image/jpeg" }), product.name)
    },
    onError: (error) => notify.error(messageOf(error, "It could not be shared.")),
  })
  // What a shoot made is no photo for the tools that make pictures ready.
  const canMake = first !== undefined && first.source !== "photoshoots"
  if (first === undefined && link === null) return null
  return (
    <section aria-label="Share" className="flex flex-wrap gap-2">
      {canMake &&
        shapes.map(({ preset, label }) => (
          <Button
            key={preset}
            variant="secondary"
            busy={sharing.isPending && sharing.variables === preset}
            onClick={() => sharing.mutate(preset)}
          >
            <Share2 aria-hidden="true" />
            {label}
          </Button>
        ))}
      {first !== undefined && (
        <a
          href={`${downloadPack.path}?product=${product.id}`}
          download
          className={buttonLook({ variant: "secondary" })}
        >
          <Download aria-hidden="true" />
          All pictures (ZIP)
        </a>
      )}
      {link !== null && (
        <Button variant="secondary" onClick={() => void shareLink({ title: product.name, url: link })}>
          <Link2 aria-hidden="true" />
          Share the link
        </Button>
      )}
    </section>
  )
}
