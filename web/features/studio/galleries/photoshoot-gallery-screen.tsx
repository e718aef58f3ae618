import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useMemo } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { GalleryLinks } from "./gallery-links.tsx"
import { GeneratedPictures } from "./generated-pictures.tsx"
import { photoshootSource } from "./photoshoot-source.ts"

/** /photoshoot-gallery: pictures of own shoots, of all models or of one. */
export function Component(): ReactElement {
  const [parameters, setParameters] = useSearchParams()
  const models = useQuery(modelsQuery).data ?? []
  const chosen = parameters.get("model") ?? ""
  const source = useMemo(() => photoshootSource(chosen || undefined), [chosen])
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">{messages.shootsTitle}</h1>
          <p className="mt-2 text-ink-soft">{messages.shootsSubtitle}</p>
        </div>
        <LinkButton to="/training">New photoshoot</LinkButton>
      </div>
      <GalleryLinks />
      {models.length > 0 && (
        <SelectField
          label="Model"
          className="mb-6 max-w-xs"
          value={chosen}
          choices={[
            { value: "", label: "All models" },
            ...models.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(event) =>
            setParameters(event.target.value ? { model: event.target.value } : {}, { replace: true })
          }
        />
      )}
      <GeneratedPictures
        key={chosen}
        source={source}
        label="Photoshoot pictures"
        whenEmpty={{ to: "/lora-gallery", words: "See pictures of styles and models" }}
      />
    </>
  )
}
