import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { GalleryHead } from "./gallery-head.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { UploadedPictures } from "./uploaded-pictures.tsx"
import { WorkTiles } from "./work-tiles.tsx"

/** /photo-gallery: a person's own pictures. One tab for each kind there is. */
export function Component(): ReactElement {
  const [parameters, setParameters] = useSearchParams()
  const tab = parameters.get("tab") === "uploads" ? "uploads" : "generated"
  return (
    <>
      <GalleryHead title={messages.galleryTitle}>{messages.gallerySubtitle}</GalleryHead>
      <Tabs
        label="Kinds of pictures"
        value={tab}
        onPick={(picked) =>
          setParameters(
            (query) => new URLSearchParams([...query].filter(([name]) => name !== "tab").concat([["tab", picked]])),
            { replace: true },
          )
        }
        tabs={[
          { value: "generated", label: "Generated", content: <Generated /> },
          { value: "uploads", label: "Uploads", content: <UploadedPictures /> },
        ]}
      />
    </>
  )
}

function Generated(): ReactElement {
  return (
    <>
      <WorkTiles />
      <GeneratedPictures />
    </>
  )
}
