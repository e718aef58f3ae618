import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { type CutOutBody, removeBackground } from "#contract/studio/photos.ts"
import { call } from "#web/lib/calls/call.ts"
import { CutOutView } from "./cut-out-view.tsx"
import { PhotoPanel } from "./photo-panel.tsx"
import { PhotoScreen } from "./photo-screen.tsx"

/** /generations/bg-remover: a photo loses what is behind its product. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const isForMarketplace = parameters.get("for") === "marketplace"
  return (
    <PhotoScreen
      slug="bg-remover"
      kind="cut-out"
      hint={messages.backgroundHint}
      orderOf={(image): CutOutBody => ({ image })}
      send={(body, options) => call(removeBackground, { body, ...options })}
      result={(photoRun, { photo }) => (
        <PhotoPanel photoRun={photoRun} shownAt={photo?.shownAt} hasActions>
          {({ sourceUrl, ...cutOut }) => (
            <CutOutView
              key={cutOut.id}
              {...cutOut}
              isForMarketplace={isForMarketplace}
              photoUrl={sourceUrl ?? photo?.shownAt ?? null}
            />
          )}
        </PhotoPanel>
      )}
    />
  )
}
