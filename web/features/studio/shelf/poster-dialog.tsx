import { useMutation } from "@tanstack/react-query"
import { Download, Megaphone, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import type { Product } from "#contract/studio/shelf.ts"
import {
  downloadPoster,
  type PosterLayout,
  type PosterSize,
  posterLayouts,
  posterSizes,
} from "#contract/studio/shelf-posters.ts"
import { messageOf, noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { saveFile, shareFile } from "#web/lib/page/share-sheet.ts"
import { Button } from "#web/ui/button/button.tsx"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

const sizeChoices = keysOf(posterSizes).map((value) => ({ value, label: posterSizes[value].name }))

/** Opens the price posters of a product. */
export function PosterButton({ product }: { product: Product }): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        <Megaphone aria-hidden="true" />
        Price poster
      </Button>
      {isOpen && <PosterDialog product={product} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** What a product has to have before there is a poster of it. */
function lackOf({ name, priceNgn, priceUsd, pictures }: Product): string | null {
  if (name === "") return "Name it first, and save."
  if (priceNgn === null && priceUsd === null) return "Give it a price first, and save."
  return pictures.length === 0 ? "Add a picture first, and save." : null
}

function PosterDialog({ product, onClose }: { product: Product; onClose: () => void }): ReactElement {
  const [size, setSize] = useState<PosterSize>("square")
  const [layout, setLayout] = useState<PosterLayout>("band")
  const [picture, setPicture] = useState(0)
  const lack = lackOf(product)
  const addressOf = (look: "whole" | "small", of: PosterLayout): string => {
    const { id, version } = product
    const query = { layout: of, size, picture: String(picture), look, version: String(version) }
    return `${downloadPoster.path.replace(":productId", id)}?${new URLSearchParams(query)}`
  }
  const making = useMutation({
    mutationFn: async (hand: (file: File) => void | Promise<void>) => {
      const reply = await fetch(addressOf("whole", layout)).catch(() => null)
      if (!reply) throw noAnswer()
      if (!reply.ok) throw readFailure(reply.status, await reply.json().catch(() => null))
      await hand(new File([await reply.blob()], `${layout}-${size}.jpg`, { type: "image/jpeg" }))
    },
    onError: (error) => notify.error(messageOf(error, "The poster could not be made.")),
  })
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title="Price poster"
      description="Free, in the colours of your shop. It shows the product as it is saved."
      actions={
        lack === null && (
          <>
            <Button
              variant="secondary"
              busy={making.isPending}
              onClick={() => making.mutate((file) => shareFile(file, product.name))}
            >
              <Share2 aria-hidden="true" />
              Share
            </Button>
            <Button busy={making.isPending} onClick={() => making.mutate(saveFile)}>
              <Download aria-hidden="true" />
              Download
            </Button>
          </>
        )
      }
    >
      {lack !== null ? (
        <p className="pb-4">{lack}</p>
      ) : (
        <div className="grid gap-4">
          <Segmented label="Size" choices={sizeChoices} value={size} onPick={setSize} />
          {product.pictures.length > 1 && (
            <RadioTiles
              label="Picture"
              gridClassName="grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))]"
              tiles={product.pictures.map(({ preview }, place) => ({
                value: String(place),
                label: `${place + 1}`,
                picture: <img src={preview} alt="" className="size-12 rounded-control checkerboard object-cover" />,
              }))}
              value={String(picture)}
              onPick={(place) => setPicture(Number(place))}
            />
          )}
          <RadioTiles
            label="Layout"
            gridClassName="grid-cols-2 items-start sm:grid-cols-3"
            tiles={keysOf(posterLayouts).map((value) => ({
              value,
              label: posterLayouts[value],
              picture: <PosterLook key={addressOf("small", value)} address={addressOf("small", value)} size={size} />,
            }))}
            value={layout}
            onPick={setLayout}
          />
        </div>
      )}
    </Dialog>
  )
}

/** A small look at a poster, made by what makes the poster. */
function PosterLook({ address, size }: { address: string; size: PosterSize }): ReactElement {
  const [hasFailed, setHasFailed] = useState(false)
  const { width, height } = posterSizes[size]
  if (hasFailed)
    return <span className="grid aspect-square w-full place-items-center text-sm">It could not be drawn.</span>
  return (
    <img
      src={address}
      alt=""
      width={width}
      height={height}
      decoding="async"
      onError={() => setHasFailed(true)}
      className="h-auto w-full rounded-control bg-surface"
    />
  )
}
