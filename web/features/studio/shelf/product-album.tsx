import { useMutation, useQueryClient } from "@tanstack/react-query"
import { FolderPlus, Images } from "lucide-react"
import type { ReactElement } from "react"
import { type Album, addToAlbum, createAlbum, maxAlbumName } from "#contract/studio/albums.ts"
import type { Product, ShelfPicture } from "#contract/studio/shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { albumPath } from "#web/lib/studio/albums.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface ProductAlbumProps {
  product: Pick<Product, "id" | "name">
  /** Undefined where the product has none. */
  album: Album | undefined
  pictures: readonly ShelfPicture[]
}

/** The album of a product: makes it, leads to it, and puts the product's pictures into it. */
export function ProductAlbum({ product, album, pictures }: ProductAlbumProps): ReactElement {
  const queries = useQueryClient()
  const ids = pictures.filter(({ source }) => source === "generations").map(({ id }) => id)
  const put = useMutation({
    mutationFn: async () => {
      const name = product.name.slice(0, maxAlbumName).trim() || "Product"
      const { id } = album ?? (await call(createAlbum, { body: { name, productId: product.id } })).data
      if (ids.length > 0) await call(addToAlbum, { params: { albumId: id }, body: { ids } })
    },
    onSuccess: () => notify.success(album ? "The pictures are in the album" : "The product has an album"),
    onError: (error) => notify.error(messageOf(error, "This could not be done.")),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.albums }),
  })
  const button = (
    <Button
      variant="secondary"
      busy={put.isPending}
      disabled={album !== undefined && ids.length === 0}
      onClick={() => put.mutate()}
    >
      <FolderPlus aria-hidden="true" />
      {album ? "Put these into the album" : "Make an album"}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-center gap-3">
      {album && (
        <LinkButton variant="secondary" to={albumPath(album.id)}>
          <Images aria-hidden="true" />
          Album ({album.count})
        </LinkButton>
      )}
      {button}
      <p className="text-sm text-ink-soft">Pictures made here can be in it; uploads and shoots stay outside.</p>
    </div>
  )
}
