import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { findStyle } from "#contract/catalogue/styles.ts"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { ModelCard } from "./model-card.tsx"
import { TrainingForm } from "./training-form.tsx"

/** /training-dataset: own models and how far they are; the training form stands above when a style is named. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const style = findStyle(parameters.get("mode") ?? "")
  return (
    <>
      {style && (
        <section aria-labelledby="training" className="mb-14">
          <h2 id="training" className="text-2xl">
            {messages.trainingTitle}
          </h2>
          <p className="mt-2 mb-6 max-w-measure text-ink-soft">{messages.trainingSubtitle}</p>
          <TrainingForm key={style.slug} style={style} reference={parameters.get("ref") ?? ""} />
        </section>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">{messages.modelsTitle}</h1>
          <p className="mt-2 text-ink-soft">{messages.modelsSubtitle}</p>
        </div>
        {!style && <LinkButton to="/training">New model</LinkButton>}
      </div>
      <div className="mt-6">
        <Models />
      </div>
    </>
  )
}

const skeletons = Array.from({ length: 10 }, (_, index) => `skeleton-${index}`)
const grid = "grid gap-5 sm:grid-cols-2 md:grid-cols-4"

function Models(): ReactElement {
  const { data, error, refetch } = useQuery(modelsQuery)
  if (data === undefined) {
    if (error) {
      return (
        <ErrorState
          title="Your models could not be loaded"
          text={messageOf(error, "")}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )
    }
    return (
      <ul aria-busy="true" aria-label="Your models are being loaded" className={grid}>
        {skeletons.map((id) => (
          <li key={id}>
            <Skeleton className="h-80" />
          </li>
        ))}
      </ul>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title={messages.modelsEmpty}
        action={<LinkButton to="/training">Choose a style</LinkButton>}
        seed={8}
      />
    )
  }
  return (
    <ul className={grid}>
      {data.map((model) => (
        <li key={model.id}>
          <ModelCard model={model} />
        </li>
      ))}
    </ul>
  )
}
