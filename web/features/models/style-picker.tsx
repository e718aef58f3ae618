import type { ReactElement } from "react"
import { Link } from "react-router"
import { styles } from "#contract/catalogue/styles.ts"
import { stylePicture } from "#web/content/style-pictures.ts"

/** Every style of shoot, to begin with one of them. */
export function StylePicker(): ReactElement {
  return (
    <section aria-labelledby="style-picker">
      <h2 id="style-picker" className="text-2xl">
        What do you sell?
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {styles.map(({ slug, name, templates }) => (
          <li key={slug}>
            <Link
              to={`/training?mode=${slug}`}
              className="block overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong"
            >
              <img
                src={stylePicture(slug, templates[1]?.name ?? "")}
                alt=""
                loading="lazy"
                width={320}
                height={320}
                className="aspect-square w-full bg-raised object-cover"
              />
              <span className="block p-3 font-medium">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
