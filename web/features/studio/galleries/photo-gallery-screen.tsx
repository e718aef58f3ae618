import { lazy, type ReactElement, Suspense } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"
import { GalleryHead } from "./gallery-head.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { UploadedPictures } from "./uploaded-pictures.tsx"

// Most often there is no work under way, and uploads have none.
const WorkTiles = lazy(() => loadPart(async () => ({ default: (await import("./work-tiles.tsx")).WorkTiles })))

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
      <Suspense>
        <WorkTiles />
      </Suspense>
      <GeneratedPictures />
    </>
  )
}
