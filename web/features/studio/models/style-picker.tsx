import type { ReactElement } from "react"
import { Link, useSearchParams } from "react-router"
import { styles } from "#contract/catalogue/styles.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { stylePicture } from "#web/content/style-pictures.ts"
import { IncludedNote, useIncludedTraining } from "./included-training.tsx"

/** Every style of shoot, to begin with one of them. What else the address says, such as the order's reference, goes along. */
export function StylePicker(): ReactElement {
  const [parameters] = useSearchParams()
  const included = useIncludedTraining(parameters.get("ref") ?? "")
  const addressOf = (slug: string): string =>
    `/training?${new URLSearchParams([...withoutMode(parameters), ["mode", slug]])}`
  return (
    <section aria-labelledby="style-picker">
      <h2 id="style-picker" className="text-2xl">
        What do you sell?
      </h2>
      {included && (
        <div className="mt-3">
          <IncludedNote order={included} />
        </div>
      )}
      <ShowExamples className="mt-5" />
      <ul className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {styles.map(({ slug, name, templates }) => (
          <li key={slug}>
            <Link
              to={addressOf(slug)}
              className="block overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong"
            >
              <div className="aspect-square bg-raised">
                <ExamplePicture src={stylePicture(slug, templates[1]?.name ?? "")} alt="" seed={slug.length} />
              </div>
              <span className="block p-3 font-medium">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function withoutMode(parameters: URLSearchParams): [string, string][] {
  return [...parameters].filter(([name]) => name !== "mode")
}
