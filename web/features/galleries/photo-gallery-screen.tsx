import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { Tabs } from "#web/ui/tabs.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"

/** /photo-gallery: a person's own pictures. One tab for each kind there is (decision 57). */
export function Component(): ReactElement {
  const [, setParameters] = useSearchParams()
  return (
    <>
      <h1 className="text-3xl">{messages.galleryTitle}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{messages.gallerySubtitle}</p>
      <Tabs
        label="Kinds of pictures"
        value="generated"
        onPick={(tab) => setParameters({ tab }, { replace: true })}
        tabs={[{ value: "generated", label: "Generated", content: <GeneratedPictures /> }]}
      />
    </>
  )
}
