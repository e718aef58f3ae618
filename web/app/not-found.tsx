import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** The bare page of the signed-in area for a path that is none (docs/product-rules.md#screens). */
export function NotFound(): ReactElement {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="grid justify-items-center gap-4">
        <h1 className="text-3xl">{messages.notFound}</h1>
        <TextLink to="/app">Go to the dashboard</TextLink>
      </div>
    </main>
  )
}
