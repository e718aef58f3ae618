import type { ReactElement } from "react"
import { type BrowserPlace, browserStorage } from "#contract/catalogue/browser-storage.ts"

const places: Readonly<Record<BrowserPlace, string>> = {
  cookie: "Cookies",
  local: "Notes that stay (local storage)",
  session: "Notes of one tab (session storage)",
  database: "Lessons and photos on this device (IndexedDB)",
  files: "Pages for reading offline (cache)",
}

/** Every cookie and every note that the product keeps in browsers, with what for and how long. */
export function StoredList(): ReactElement {
  return (
    <div className="grid gap-6">
      {Object.entries(places).map(([place, title]) => (
        <section key={place} aria-label={title} className="grid gap-2">
          <h3 className="text-lg">{title}</h3>
          <dl className="grid">
            {browserStorage
              .filter((thing) => thing.place === place)
              .map(({ name, purpose, until }) => (
                <div
                  key={name}
                  className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
                >
                  <dt className="sm:row-span-2">
                    <code className="text-sm break-all">{name}</code>
                  </dt>
                  <dd>{purpose}</dd>
                  <dd className="text-ink-soft">{until}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
