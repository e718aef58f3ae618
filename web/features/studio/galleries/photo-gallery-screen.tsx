import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { GalleryLinks } from "./gallery-links.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { UploadedPictures } from "./uploaded-pictures.tsx"

/** /photo-gallery: a person's own pictures. One tab for each kind there is. */
export function Component(): ReactElement {
  const [parameters, setParameters] = useSearchParams()
  const tab = parameters.get("tab") === "uploads" ? "uploads" : "generated"
  return (
    <>
      <h1 className="text-2xl sm:text-3xl">{messages.galleryTitle}</h1>
      <p className="mt-1 mb-3 text-ink-soft sm:mt-2 sm:mb-6">{messages.gallerySubtitle}</p>
      <GalleryLinks />
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
          { value: "generated", label: "Generated", content: <GeneratedPictures /> },
          { value: "uploads", label: "Uploads", content: <UploadedPictures /> },
        ]}
      />
    </>
  )
}
