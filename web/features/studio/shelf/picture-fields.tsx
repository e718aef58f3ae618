import { useQuery } from "@tanstack/react-query"
import { ArrowLeft, ArrowRight, ImagePlus, X } from "lucide-react"
import { type ReactElement, useState } from "react"
import { maxProductPictures, type Product, type ShelfPicture } from "#contract/studio/shelf.ts"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { albumsQuery } from "#web/lib/studio/albums.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { PicturePicker } from "./picture-picker.tsx"
import { ProductAlbum } from "./product-album.tsx"

interface PictureFieldsProps {
  /** Absent for one that is not there yet. */
  product: Pick<Product, "id" | "name"> | undefined
  pictures: readonly ShelfPicture[]
  problem: string | undefined
  onChange: (pictures: readonly ShelfPicture[]) => void
}

/** The pictures of a product, the first of which stands for it everywhere. */
export function PictureFields({ product, pictures, problem, onChange }: PictureFieldsProps): ReactElement {
  const albums = useQuery(albumsQuery).data
  const album = product && albums?.find((one) => one.product?.id === product.id)
  const [isPicking, setIsPicking] = useState(false)
  const move = (from: number, to: number): void => {
    const moved = pictures[from]
    if (moved === undefined) return
    const others = pictures.filter((_, place) => place !== from)
    onChange([...others.slice(0, to), moved, ...others.slice(to)])
  }
  return (
    <fieldset className="grid gap-3 pb-4">
      <legend className="mb-2 font-medium">Pictures</legend>
      {pictures.length > 0 && (
        <ol className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {pictures.map(({ source, id, url, preview }, place) => (
            <li key={`${source}:${id}`} className="grid gap-1">
              <a href={url} target="_blank" rel="noopener" className="block rounded-control">
                <img
                  src={preview}
                  alt={`Number ${place + 1} of the product`}
                  decoding="async"
                  className="aspect-square w-full rounded-control checkerboard object-cover"
                />
              </a>
              <div className="flex justify-between">
                <Button
                  variant="quiet"
                  size="icon"
                  className="size-8 sm:size-9"
                  aria-label={`Move picture ${place + 1} forward`}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <ArrowLeft aria-hidden="true" className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  className="size-8 sm:size-9"
                  aria-label={`Take picture ${place + 1} away`}
                  onClick={() => onChange(pictures.filter((_, one) => one !== place))}
                >
                  <X aria-hidden="true" className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  className="size-8 sm:size-9"
                  aria-label={`Move picture ${place + 1} back`}
                  disabled={place === pictures.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <ArrowRight aria-hidden="true" className="size-4" />
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      <DoubtNotes of={pictures.map(({ url }) => url)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={pictures.length >= maxProductPictures} onClick={() => setIsPicking(true)}>
          <ImagePlus aria-hidden="true" />
          Add pictures
        </Button>
        <p className="text-sm text-ink-soft">
          {pictures.length > 1
            ? `The first one stands for the product. ${pictures.length} of ${maxProductPictures}.`
            : `Up to ${maxProductPictures}.`}
        </p>
      </div>
      {product && albums && <ProductAlbum product={product} album={album} pictures={pictures} />}
      <FormTrouble message={problem} />
      {isPicking && (
        <PicturePicker
          chosen={pictures}
          most={maxProductPictures}
          albumId={album?.id}
          onDone={(more) => {
            onChange([...pictures, ...more])
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  )
}
