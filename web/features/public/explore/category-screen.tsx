import type { ReactElement } from "react"
import { Link, Navigate, useParams } from "react-router"
import { findStyle, type ShootStyle } from "#contract/catalogue/styles.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { InSet } from "#web/content/photo/in-set.tsx"
import { MyPhoto } from "#web/content/photo/my-photo.tsx"
import { photoPath, usePhotoLook } from "#web/content/photo/photo-look.ts"
import type { Photo } from "#web/content/photo/use-photo.ts"
import { useTurns } from "#web/content/photo/use-turns.ts"
import { stylePicture } from "#web/content/style-pictures.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** /category/{slug}: a trade and its scenes, shown with the person's own photo; a model and words come after. */
export function Component(): ReactElement {
  const { slug = "" } = useParams()
  const style = findStyle(slug)
  if (!style) return <Navigate to="/explore" replace />
  return <Category style={style} />
}

/** Leads to the generator with words; they are taken into the form. */
function wordsAddress(words: string): string {
  return `/generations/flux?${new URLSearchParams({ mode: "flux1.1-pro", prompt: words })}`
}

function Category({ style }: { style: ShootStyle }): ReactElement {
  const { slug, name, text, thing, words } = style
  const fees = useFees()
  return (
    <>
      <header className="max-w-measure">
        <h1 className="text-3xl">{name}</h1>
        <p className="mt-2 text-lg text-ink-soft">{text}</p>
      </header>
      <div className="mt-6">
        <MyPhoto
          title={`My photo in a scene · ${formatCredits(fees.scene)}`}
          text={
            <>
              Take or choose a photo of your {thing}: each scene below is shown with it, before you pay. Taking its
              background off is {formatCredits(fees["bg-remover"])} more, once.
            </>
          }
        >
          {(photo) => <Scenes style={style} photo={photo} />}
        </MyPhoto>
      </div>
      <section aria-labelledby="other-ways" className="mt-10">
        <h2 id="other-ways" className="text-2xl">
          Other ways to begin
        </h2>
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton to={`/training?mode=${slug}`} variant="secondary">
            Start with photos
          </LinkButton>
          <LinkButton to={wordsAddress(words)} variant="secondary">
            Start with words
          </LinkButton>
          <ShowExamples />
        </div>
        <p className="mt-3 max-w-measure text-ink-soft">
          “Start with photos” makes a model of three photos or more, and a shoot with it. “Start with words” draws a{" "}
          {thing} that nobody sells.
        </p>
      </section>
      <nav aria-label="Related trades" className="mt-10">
        <h2 className="text-2xl">Related trades</h2>
        <ul className="mt-4 flex flex-wrap gap-2">
          {style.related.map((related) => (
            <li key={related}>
              <Link
                to={`/category/${related}`}
                className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 hover:border-line-strong"
              >
                {findStyle(related)?.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

interface ScenesProps {
  style: ShootStyle
  photo: Photo | undefined
}

/** The scenes of a trade, with the person's photo in each once there is one. */
function Scenes({ style: { slug, templates, thing }, photo }: ScenesProps): ReactElement {
  const looked = usePhotoLook(photo)
  const image = photoPath(photo)
  const turns = useTurns()
  return (
    <section aria-labelledby="scenes">
      <h3 id="scenes" className="text-xl">
        Scenes
      </h3>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {templates.map((template, index) => (
          <li key={template.name} className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
            <div className="aspect-square bg-raised">
              {photo ? (
                <InSet
                  photo={photo}
                  looked={looked}
                  set={template.name}
                  alt={`Your photo: ${template.title}`}
                  turn={turns(index)}
                />
              ) : (
                <ExamplePicture
                  src={stylePicture(slug, template.name)}
                  alt={`${thing}: ${template.title}`}
                  seed={template.name.length}
                />
              )}
            </div>
            <div className="grid flex-1 content-between gap-2 p-3 sm:p-4">
              <h4 className="text-lg">{template.title}</h4>
              <LinkButton
                to={photoToolAddress.set(template.name, image || undefined)}
                variant="secondary"
                className="px-3"
                aria-label={`Use this scene: ${template.title}`}
              >
                Use this scene
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
