import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useMemo } from "react"
import { modes } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { deleteGeneration, listGenerationsOf } from "#web/lib/backend.ts"
import { modelsQuery } from "#web/lib/models.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { GalleryLinks } from "./gallery-links.tsx"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"

/** Values that one query may name. */
const mostModes = 100

const styleModes = modes.filter(({ screen }) => screen === "/generations/flux/lora").map(({ slug }): string => slug)

/** /lora-gallery: pictures made with styles and with own models. */
export function Component(): ReactElement {
  const models = useQuery(modelsQuery)
  const words = models.data?.map(({ triggerWord }) => triggerWord).join("\n")
  const source = useMemo(() => {
    const wanted = [...styleModes, ...(words ? words.split("\n") : [])].slice(0, mostModes)
    return {
      key: [...queryKeys.styleGenerations, words ?? ""],
      list: (userId: string, after?: string) => listGenerationsOf(userId, wanted, after),
      remove: deleteGeneration,
      visibility: "picture" as const,
    }
  }, [words])
  return (
    <>
      <h1 className="text-3xl">{messages.shootsTitle}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{messages.shootsSubtitle}</p>
      <GalleryLinks />
      {models.isPending ? (
        <GallerySkeleton />
      ) : (
        <GeneratedPictures
          source={source}
          label="Pictures of styles and models"
          whenEmpty={{ to: "/training", words: "Train a model" }}
        />
      )}
    </>
  )
}
