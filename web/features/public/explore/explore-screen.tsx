import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { ShowExamples } from "#web/content/example-picture.tsx"
import { ExploreBlocks } from "#web/content/explore-blocks.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** /explore: the styles and the ways on from here. */
export function Component(): ReactElement {
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">{messages.exploreTitle}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton to="/app">Try Photoshoot</LinkButton>
          <LinkButton to="/credits-billing" variant="secondary">
            Buy credits
          </LinkButton>
          <ShowExamples />
        </div>
      </header>
      <ExploreBlocks />
    </>
  )
}
