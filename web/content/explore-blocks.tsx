import type { ReactElement } from "react"
import { type ShootStyle, styles } from "#contract/catalogue/styles.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Carousel } from "#web/ui/layout/carousel.tsx"
import { ExamplePicture } from "./example-picture.tsx"
import { stylePicture } from "./style-pictures.ts"

const cards = [...styles]
  .sort((a, b) => Number(b.isTrending) - Number(a.isTrending))
  .map((style) => ({ ...style, id: style.slug }))

/** What else can be done: styles to shoot in, and the place where small apps will stand. */
export function ExploreBlocks(): ReactElement {
  return (
    <div className="grid gap-12">
      <Carousel label="Styles for you" items={cards} renderItem={(style) => <StyleCard style={style} />} />
      <section aria-labelledby="mini-apps">
        <h2 id="mini-apps" className="text-2xl">
          Mini Apps
        </h2>
      </section>
    </div>
  )
}

function StyleCard({ style }: { style: ShootStyle }): ReactElement {
  const { slug, name, text, templates } = style
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div className="aspect-square bg-raised">
        <ExamplePicture src={stylePicture(slug, templates[1]?.name ?? "")} alt="" seed={slug.length} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h3 className="text-lg">{name}</h3>
        <p className="line-clamp-2 text-ink-soft">{text}</p>
        <LinkButton
          to={`/category/${slug}`}
          variant="secondary"
          className="mt-auto self-start"
          aria-label={`Try Now: ${name}`}
        >
          Try Now
        </LinkButton>
      </div>
    </article>
  )
}
