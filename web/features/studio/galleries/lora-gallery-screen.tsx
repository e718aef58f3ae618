import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { GalleryHead } from "./gallery-head.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { styled } from "./lists/use-gallery.ts"

/** /lora-gallery: pictures made with styles and with own models. */
export function Component(): ReactElement {
  return (
    <>
      <GalleryHead title={messages.shootsTitle}>{messages.shootsSubtitle}</GalleryHead>
      <GeneratedPictures
        source={styled}
        label="Pictures of styles and models"
        whenEmpty={{ to: "/training", words: "Train a model" }}
      />
    </>
  )
}
