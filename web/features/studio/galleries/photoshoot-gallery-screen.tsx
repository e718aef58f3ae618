import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useMemo } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { GalleryHead } from "./gallery-head.tsx"
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
      <GalleryHead title={messages.shootsTitle}>{messages.shootsSubtitle}</GalleryHead>
      <div className="mb-4 flex items-start justify-end gap-2 sm:mb-6 sm:justify-between">
        {models.length > 0 && (
          <SelectField
            label="Model"
            hideLabel
            optional="unsaid"
            className="-mb-8 max-w-xs min-w-0 grow"
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
        <LinkButton to="/training" className="h-12 shrink-0">
          New photoshoot
        </LinkButton>
      </div>
      <GeneratedPictures
        key={chosen}
        source={source}
        label="Photoshoot pictures"
        whenEmpty={{ to: "/lora-gallery", words: "See pictures of styles and models" }}
      />
    </>
  )
}
