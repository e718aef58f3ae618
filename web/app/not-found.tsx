import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"

/** The bare page of the signed-in area for a path that is none (docs/product-rules.md#screens). */
export function NotFound(): ReactElement {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <h1 className="text-3xl">{messages.notFound}</h1>
    </main>
  )
}
