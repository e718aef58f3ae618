import type { ReactElement } from "react"
import { Link, Navigate, useParams } from "react-router"
import { findStyle, type ShootStyle } from "#contract/catalogue/styles.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { stylePicture } from "#web/content/style-pictures.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** /category/{slug}: a trade, the scenes it is shot in, and how to begin: with photos or with words. */
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
  const { slug, name, text, templates, thing, words } = style
  return (
    <>
      <header className="max-w-measure">
        <h1 className="text-3xl">{name}</h1>
        <p className="mt-2 text-lg text-ink-soft">{text}</p>
        <div className="mt-5 flex flex-wrap gap-2">
          <LinkButton to={`/training?mode=${slug}`}>Start with photos</LinkButton>
          <LinkButton to={wordsAddress(words)} variant="secondary">
            Start with words
          </LinkButton>
          <ShowExamples />
        </div>
      </header>
      <section aria-labelledby="scenes" className="mt-10">
        <h2 id="scenes" className="text-2xl">
          Scenes
        </h2>
        <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {templates.map((template) => (
            <li
              key={template.name}
              className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
            >
              <div className="aspect-square bg-raised">
                <ExamplePicture
                  src={stylePicture(slug, template.name)}
                  alt={`${thing}: ${template.title}`}
                  seed={template.name.length}
                />
              </div>
              <div className="flex flex-1 flex-wrap items-center justify-between gap-2 p-4">
                <h3 className="text-lg">{template.title}</h3>
                <LinkButton
                  to={wordsAddress(template.prompt.replace("{thing}", thing))}
                  variant="secondary"
                  aria-label={`Use this scene: ${template.title}`}
                >
                  Use this scene
                </LinkButton>
              </div>
            </li>
          ))}
        </ul>
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
