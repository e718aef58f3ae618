import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { GalleryLinks } from "./gallery-links.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { styled } from "./lists/use-gallery.ts"

/** /lora-gallery: pictures made with styles and with own models. */
export function Component(): ReactElement {
  return (
    <>
      <h1 className="text-3xl">{messages.shootsTitle}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{messages.shootsSubtitle}</p>
      <GalleryLinks />
      <GeneratedPictures
        source={styled}
        label="Pictures of styles and models"
        whenEmpty={{ to: "/training", words: "Train a model" }}
      />
    </>
  )
}
