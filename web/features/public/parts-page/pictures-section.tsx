import { type ReactElement, type ReactNode, useState } from "react"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { Carousel } from "#web/ui/layout/carousel.tsx"
import { Masonry } from "#web/ui/layout/masonry.tsx"
import { Image } from "#web/ui/media/image.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type DemoPicture, drawDemoPictures } from "./demo-pictures.ts"
import { Section } from "./section.tsx"

const few = drawDemoPictures(8)

function renderPicture(picture: DemoPicture): ReactNode {
  return (
    <a href={picture.src} className="block size-full rounded-card focus-visible:-outline-offset-4">
      <Image {...picture} alt={`Demo picture ${picture.id}`} className="size-full rounded-card" />
    </a>
  )
}

const boxOf = (picture: DemoPicture): DemoPicture => picture

function renderCard(picture: DemoPicture): ReactNode {
  return (
    <Card isFlush>
      <Image {...picture} alt="" fit="cover" className="aspect-4/3" />
      <div className="p-4">
        <h3 className="text-lg">Style {picture.id}</h3>
        <p className="line-clamp-2 text-ink-soft">Warm light, soft shadows, one thing in the middle of the table.</p>
      </div>
    </Card>
  )
}

/** Files in, pictures out. */
export function PicturesSection(): ReactElement {
  const [pictures, setPictures] = useState(() => drawDemoPictures(24))
  return (
    <Section title="Pictures">
      <div className="grid gap-6 md:grid-cols-2">
        <Dropzone
          label="Photos of your product"
          hint="Three or more, at least 384 × 384"
          accept={{ "image/*": [] }}
          maxBytes={10_000_000}
          onFiles={(files) => notify.success(`${files.length} added`)}
        />
        <Dropzone label="No more for now" disabled error="Please upload at least 3 images." onFiles={() => undefined} />
      </div>
      <Carousel label="Styles for you" items={few} renderItem={renderCard} />
      <Masonry
        label="Demo pictures"
        items={pictures}
        boxOf={boxOf}
        renderItem={renderPicture}
        onNearEnd={() => setPictures((old) => (old.length < 96 ? drawDemoPictures(old.length + 24) : old))}
      />
    </Section>
  )
}
