import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { Navigate, useSearchParams } from "react-router"
import { localEngineName } from "#contract/catalogue/engine-titles.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { useMedia } from "#web/lib/page/use-media.ts"
import { useSession } from "#web/lib/session/session.ts"
import { keepWords, readStoredWords } from "#web/lib/stored/stored-prompt.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { readTrainingUrl } from "#web/lib/studio/training-url.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { EngineNote } from "#web/ui/feedback/engine-note.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { ExamplesDialog } from "./examples-dialog.tsx"
import { GeneratorForm } from "./generator-form.tsx"
import { asksForDraft, type Draft, emptyDraft, takeFromAddress } from "./order/draft.ts"
import { buildBody } from "./order/generate-endpoints.ts"
import { totalFeeCredits } from "./order/order-cost.ts"
import { type StudioMode, useStudioOrder, wordsRefusal } from "./order/use-studio-order.ts"
import { defaultPrompt, ownModelMode } from "./own-model-mode.ts"
import { hasCanvasNews, ResultPanel } from "./result/result-panel.tsx"
import { useGenerateKey } from "./use-generate-key.ts"
import { usePromptReading } from "./use-prompt-reading.ts"

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
    return <NotLoaded title="Your models could not be loaded" error={models.error} onRetry={models.refetch} />
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
  const [parameters, setParameters] = useSearchParams()
  const [draft, setDraft] = useState<Draft>(() => {
    const prompt = readStoredWords(mode.slug, id) || defaultPrompt(mode.slug)
    return takeFromAddress({ ...emptyDraft, ratio: "1:1", prompt }, parameters)
  })
  const [sentWords, setSentWords] = useState<string>()
  const studio = useQuery(studioQuery).data
  const studioOrder = useStudioOrder(mode)
  const feeCredits = totalFeeCredits(mode, draft.count, mode.feeCredits)
  const missingCredits = useMissingCredits(feeCredits, studioOrder.failure)
  const form = useRef<HTMLFormElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const isPhone = useMedia("(max-width: 1023px)")
  const album = useAlbumChoice()
  const reading = usePromptReading(mode, draft.prompt)
  useGenerateKey(() => form.current?.requestSubmit())
  useEffect(() => {
    // Taken once: a reload must not put them over what was typed since.
    if (asksForDraft(parameters)) setParameters({ mode: mode.slug }, { replace: true })
  }, [parameters, setParameters, mode])

  const change = (part: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...part }))
    if (part.prompt !== undefined) keepWords(mode.slug, id, part.prompt)
  }
  const handleSubmit = (): void => {
    const body = buildBody(mode, draft)
    // The address names the model.
    if (!body) return
    setSentWords(draft.prompt)
    studioOrder.submit({ ...body, ...album.body, mode: undefined }, feeCredits)
  }
  const parts = [
    <div key="form" className="min-w-0 lg:col-start-1">
      <GeneratorForm
        mode={mode}
        isLocal={isLocal}
        draft={draft}
        onChange={change}
        canBePrivate={studio?.canBePrivate}
        waitsForReview={studio?.waitsForReview ?? false}
        refusal={null}
        busyWords={studioOrder.isBusy ? "Generating …" : undefined}
        missingCredits={missingCredits}
        waitingCredits={0}
        wordsRefused={draft.prompt === sentWords ? wordsRefusal(studioOrder.failure) : undefined}
        reading={reading}
        album={album.field}
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
        feeCredits={feeCredits}
        onChangeWords={() => prompt.current?.focus()}
      >
        {isLocal && <EngineNote />}
      </ResultPanel>
    </div>,
  ]
  return (
    <div className="grid items-start gap-x-6 gap-y-6 pb-32 lg:grid-cols-[320px_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:pb-0 xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
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
