import type { ReactElement } from "react"
import { Link, useSearchParams } from "react-router"
import { styles } from "#contract/catalogue/styles.ts"
import { shotAllowance } from "#contract/catalogue/trainings.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { stylePicture } from "#web/content/style-pictures.ts"

/** Every style of shoot, to begin with one of them. What else the address says, such as the order's reference, goes along. */
export function StylePicker(): ReactElement {
  const [parameters] = useSearchParams()
  const addressOf = (slug: string): string =>
    `/training?${new URLSearchParams([...withoutMode(parameters), ["mode", slug]])}`
  return (
    <section aria-labelledby="style-picker">
      <h2 id="style-picker" className="text-2xl">
        What do you sell?
      </h2>
      {parameters.get("ref") && (
        <p className="mt-3 max-w-measure rounded-card bg-indigo-wash p-4">
          Your order includes this model and {shotAllowance.proStudio} pictures of it. Choose what you sell; no credits
          are taken.
        </p>
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
