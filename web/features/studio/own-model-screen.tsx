import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useRef, useState } from "react"
import { Navigate, useSearchParams } from "react-router"
import { localEngineName } from "#contract/catalogue/engine-titles.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { keepWords, readKeptWords } from "#web/lib/kept-words.ts"
import { modelsQuery } from "#web/lib/models.ts"
import { useSession } from "#web/lib/session.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { readTrainingUrl } from "#web/lib/training-url.ts"
import { useFees } from "#web/lib/use-fees.ts"
import { useMedia } from "#web/lib/use-media.ts"
import { useMissingCredits } from "#web/lib/use-missing-credits.ts"
import { Button } from "#web/ui/button.tsx"
import { ErrorState } from "#web/ui/empty-state.tsx"
import { EngineNote } from "#web/ui/engine-note.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Spinner } from "#web/ui/spinner.tsx"
import { type Draft, emptyDraft } from "./draft.ts"

import { ExamplesDialog } from "./examples-dialog.tsx"
import { buildBody } from "./generate-endpoints.ts"
import { GeneratorForm } from "./generator-form.tsx"
import { totalFeeCredits } from "./order-cost.ts"
import { defaultPrompt, ownModelMode } from "./own-model-mode.ts"
import { hasCanvasNews, ResultPanel } from "./result-panel.tsx"
import { useGenerateKey } from "./use-generate-key.ts"
import { type StudioMode, useStudioOrder, wordsRefusal } from "./use-studio-order.ts"

/**
 * /generations-image?mode={trigger}: a model of one's own, drawn where the words say. The model is the one with the
 * trigger word, and where none is named the one whose address this tab holds; with neither there is nothing to draw.
 */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const models = useQuery(modelsQuery)
  const fees = useFees()
  const word = parameters.get("mode")
  const held = readTrainingUrl()
  const drawable = models.data?.filter(({ url }) => url !== null)
  const model =
    drawable?.find(({ triggerWord }) => triggerWord === word) ??
    drawable?.find(({ url }) => word === null && url === held)
  if (models.isPending) {
    return (
      <div role="status" className="grid min-h-60 place-items-center text-ink-soft">
        <span className="flex items-center gap-2">
          <Spinner /> Looking for your model
        </span>
      </div>
    )
  }
  if (!models.data) {
    return (
      <ErrorState
        title="Your models could not be loaded"
        text={messageOf(models.error, noAnswerMessage)}
        action={<Button onClick={() => void models.refetch()}>Try again</Button>}
      />
    )
  }
  if (!model) return <Navigate to="/app" replace />
  return (
    <Generator
      key={model.id}
      mode={ownModelMode(model, fees?.["own-model"] ?? 0)}
      isLocal={model.engine === localEngineName}
    />
  )
}

interface GeneratorProps {
  mode: StudioMode
  /** Whether this computer trained the model: who trained it draws it, whatever draws all else. */
  isLocal: boolean
}

function Generator({ mode, isLocal }: GeneratorProps): ReactElement {
  const { id } = useSession()
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft,
    ratio: "1:1",
    prompt: readKeptWords(mode.slug, id) || defaultPrompt(mode.slug),
  }))
  const [sentWords, setSentWords] = useState<string>()
  const studio = useQuery(studioQuery).data
  const studioOrder = useStudioOrder(mode)
  const missingCredits = useMissingCredits(totalFeeCredits(mode, draft.count, mode.feeCredits), studioOrder.failure)
  const form = useRef<HTMLFormElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const isPhone = useMedia("(max-width: 1023px)")
  useGenerateKey(() => form.current?.requestSubmit())

  const change = (part: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...part }))
    if (part.prompt !== undefined) keepWords(mode.slug, id, part.prompt)
  }
  const handleSubmit = (): void => {
    const body = buildBody(mode, draft)
    // The address names the model.
    if (!body) return
    setSentWords(draft.prompt)
    studioOrder.submit({ ...body, mode: undefined })
  }
  const parts = [
    <div key="form" className="min-w-0 lg:col-start-1">
      <GeneratorForm
        mode={mode}
        draft={draft}
        onChange={change}
        canBePrivate={studio?.canBePrivate}
        refusal={null}
        busyWords={studioOrder.isBusy ? "Generating …" : undefined}
        missingCredits={missingCredits}
        waitingCredits={0}
        wordsRefused={draft.prompt === sentWords ? wordsRefusal(studioOrder.failure) : undefined}
        reading={undefined}
        onSubmit={handleSubmit}
        form={form}
        prompt={prompt}
      />
    </div>,
    <div
      key="result"
      className="min-w-0 lg:sticky lg:top-[calc(var(--top-bars,4rem)+1.5rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1 low:static"
    >
      <ResultPanel
        studioOrder={studioOrder}
        prompt={draft.prompt}
        count={Number(draft.count)}
        ratio={draft.ratio}
        onChangeWords={() => prompt.current?.focus()}
      >
        {isLocal && <EngineNote />}
      </ResultPanel>
    </div>,
  ]
  return (
    <div className="grid items-start gap-x-6 gap-y-6 pb-40 lg:grid-cols-[320px_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:pb-0 xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <header className="lg:col-start-1">
        <h1 className="text-3xl break-words">{mode.title}</h1>
        <p className="mt-2 text-ink-soft">{mode.text}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <ExamplesDialog mode={mode} onTake={(example) => change({ prompt: example })} />
          <LinkButton to="/training-dataset" variant="secondary">
            My Models
          </LinkButton>
        </div>
      </header>
      {isPhone && hasCanvasNews(studioOrder) ? parts.toReversed() : parts}
    </div>
  )
}
