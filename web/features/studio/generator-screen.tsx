import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { Navigate, useLocation, useSearchParams } from "react-router"
import type { Mode } from "#contract/catalogue/modes.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { classNames } from "#web/ui/class-names.ts"
import { type Draft, readDraft, storeDraft, takeFromAddress } from "./draft.ts"
import { EngineNote } from "./engine-note.tsx"
import { ExamplesDialog } from "./examples-dialog.tsx"
import { buildBody } from "./generate-endpoints.ts"
import { GeneratorForm } from "./generator-form.tsx"
import { modeAddress, pickMode } from "./mode-address.ts"
import { ModeMenu } from "./mode-menu.tsx"
import { firstRatio } from "./ratio-choices.ts"
import { hasCanvasNews, ResultPanel } from "./result-panel.tsx"
import { useGenerateKey } from "./use-generate-key.ts"
import { useStudioOrder } from "./use-studio-order.ts"

/** /generations/flux and /generations/flux/lora: prompts become pictures in the mode of the address. */
export function Component(): ReactElement {
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const mode = pickMode(pathname, parameters.get("mode"))
  if (mode.screen !== pathname) return <Navigate to={modeAddress(mode)} replace />
  return <Generator key={mode.slug} mode={mode} />
}

function Generator({ mode }: { mode: Mode }): ReactElement {
  const [parameters, setParameters] = useSearchParams()
  const [draft, setDraft] = useState(() => fitDraft(takeFromAddress(readDraft(), parameters), mode))
  const studio = useQuery(studioQuery).data
  const offer = studio?.modes[mode.slug]
  const studioOrder = useStudioOrder(mode)
  const form = useRef<HTMLFormElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)

  useEffect(() => storeDraft(draft), [draft])
  useEffect(() => {
    // Taken once: a reload must not put them over what was typed since.
    if (parameters.has("prompt")) setParameters({ mode: mode.slug }, { replace: true })
  }, [parameters, setParameters, mode])
  useGenerateKey(() => form.current?.requestSubmit())

  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }))
  const handleSubmit = (): void => {
    const body = buildBody(mode, draft, studio?.canBePrivate ? draft.wantsPublic : true)
    if (body) studioOrder.submit(body)
  }
  const handleTake = (example: string): void => {
    change({ prompt: example })
    // After the dialog has given the focus back to its button.
    requestAnimationFrame(() => prompt.current?.focus())
  }

  return (
    <div className="grid items-start gap-x-6 gap-y-6 pb-24 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10 lg:grid-rows-[auto_1fr] lg:pb-0">
      <header className="lg:col-start-1">
        <h1 className="text-3xl">{offer?.label ?? mode.title}</h1>
        <p className="mt-2 text-ink-soft">{mode.text}</p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <ExamplesDialog mode={mode} onTake={handleTake} />
          <ModeMenu mode={mode} />
        </div>
      </header>
      <div className={classNames("min-w-0 lg:order-none lg:col-start-1", hasCanvasNews(studioOrder) && "order-last")}>
        <GeneratorForm
          mode={mode}
          draft={draft}
          onChange={change}
          canBePrivate={studio?.canBePrivate}
          refusal={offer?.refusal ?? null}
          isBusy={studioOrder.isBusy}
          onSubmit={handleSubmit}
          form={form}
          prompt={prompt}
        />
      </div>
      <div className="min-w-0 lg:sticky lg:top-[calc(var(--top-bars,4rem)+1.5rem)] [@media(max-height:26rem)]:static lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ResultPanel
          studioOrder={studioOrder}
          prompt={draft.prompt}
          count={mode.canChooseCount ? Number(draft.count) : 1}
          ratio={draft.ratio}
        >
          {(offer?.isLocalEngine ?? studio?.isLocalEngine) && <EngineNote />}
        </ResultPanel>
      </div>
    </div>
  )
}

/** A draft from another mode keeps only a shape that this one can draw. */
function fitDraft(draft: Draft, mode: Mode): Draft {
  return { ...draft, ratio: firstRatio(mode, draft.ratio) }
}
