import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { Navigate, useLocation, useSearchParams } from "react-router"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { wishOf } from "#contract/catalogue/makers.ts"
import { type Mode, modes } from "#contract/catalogue/modes.ts"
import { type PromptReading, verdictOf } from "#contract/studio/generations.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { useMedia } from "#web/lib/page/use-media.ts"
import { keepForAccount, readPreferences } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import { useWelcomeCredits } from "#web/lib/session/use-welcome-credits.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { EngineNote } from "#web/ui/feedback/engine-note.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { ConfirmFirst } from "./confirm-first.tsx"
import { ExamplesDialog } from "./examples-dialog.tsx"
import { GeneratorForm } from "./generator-form.tsx"
import { modeAddress, pickMode } from "./mode-address.ts"
import { ModeMenu } from "./mode-menu.tsx"
import { NotDrawnDialog } from "./not-drawn-dialog.tsx"
import {
  asksForDraft,
  type Draft,
  keepLastRatio,
  readDraft,
  readLastRatio,
  storeDraft,
  takeFromAddress,
} from "./order/draft.ts"
import { buildBody } from "./order/generate-endpoints.ts"
import { totalFeeCredits } from "./order/order-cost.ts"
import { type StudioOrder, useStudioOrder, wordsRefusal } from "./order/use-studio-order.ts"
import { firstRatio } from "./ratio-choices.ts"
import { hasCanvasNews, ResultPanel } from "./result/result-panel.tsx"
import { useGenerateKey } from "./use-generate-key.ts"
import { readingQuery, usePromptReading } from "./use-prompt-reading.ts"
import { useStoredWords } from "./use-stored-prompt.ts"

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
  const { id: userId, isAuthenticated, isEmailVerified, email, prefs } = useSession()
  const [draft, setDraft] = useState(() => fitDraft(takeFromAddress(readDraft(userId), parameters), mode))
  const [question, setQuestion] = useState<NonNullable<PromptReading>>()
  const [isReading, setIsReading] = useState(false)
  const [sentWords, setSentWords] = useState<string>()
  const [mustConfirm, setMustConfirm] = useState(false)
  const queries = useQueryClient()
  const studio = useQuery(studioQuery).data
  const welcomeCredits = useWelcomeCredits()
  const offer = studio?.modes[mode.slug]
  const isLocal = offer?.isLocalEngine ?? studio?.isLocalEngine ?? false
  const studioOrder = useStudioOrder(mode)
  const album = useAlbumChoice()
  const reading = usePromptReading(mode, draft.prompt)
  const isPhone = useMedia("(max-width: 1023px)")
  const form = useRef<HTMLFormElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const fees = useFees()
  const feeCredits = totalFeeCredits(mode, draft.count, isFeeSlug(mode.slug) ? fees[mode.slug] : mode.feeCredits)
  const missingCredits = useMissingCredits(feeCredits, studioOrder.failure)

  const hasTold = useRef(false)
  useEffect(() => {
    if (storeDraft(draft, userId) || hasTold.current || draft.prompt === "") return
    hasTold.current = true
    notify.notice("This browser has no room to keep your words. They stay here while this page is open.")
  }, [draft, userId])
  useEffect(() => {
    // Taken once: a reload must not put them over what was typed since.
    if (asksForDraft(parameters)) setParameters({ mode: mode.slug }, { replace: true })
  }, [parameters, setParameters, mode])
  useGenerateKey(() => form.current?.requestSubmit())
  useStoredWords(mode, draft)

  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }))
  const order = (isPoster = false): void => {
    const body = buildBody(mode, draft, isPoster)
    if (!body) return
    keepLastRatio(body.aspect_ratio)
    if (readPreferences(prefs).next !== undefined && isEmailVerified) void keepForAccount(queries, { next: "" })
    setSentWords(draft.prompt)
    studioOrder.submit({ ...body, ...album.body }, isPoster ? fees.poster : feeCredits)
  }
  const handleSubmit = async (): Promise<void> => {
    const isUnconfirmed = isAuthenticated && !isEmailVerified && missingCredits > 0
    setMustConfirm(isUnconfirmed)
    if (isUnconfirmed) return
    if (!navigator.onLine) return order()
    // Read anew when typing was quick. Words that cannot be read now are read by the server with the order, which it refuses when
    // it would not draw them: docs/product-rules.md#unknown-words.
    setIsReading(true)
    const read = await queries.fetchQuery(readingQuery(mode, draft.prompt.trim())).catch(() => null)
    setIsReading(false)
    if (read && verdictOf(read) === "not drawn") setQuestion(read)
    else order()
  }
  // After a dialog has given the focus back to its button.
  const goToWords = (): void => void requestAnimationFrame(() => prompt.current?.focus())
  const hosted = modes.find(({ slug }) => {
    const other = studio?.modes[slug]
    return slug !== mode.slug && other && !other.isLocalEngine && other.refusal === null
  })

  const parts = [
    <div key="form" className="min-w-0 lg:col-start-1">
      <GeneratorForm
        mode={mode}
        isLocal={isLocal}
        draft={draft}
        onChange={change}
        canBePrivate={studio?.canBePrivate}
        waitsForReview={studio?.waitsForReview ?? false}
        refusal={offer?.refusal ?? null}
        busyWords={isReading ? "checking your words…" : busyWords(studioOrder)}
        missingCredits={missingCredits}
        waitingCredits={isAuthenticated && !isEmailVerified ? welcomeCredits : 0}
        reading={reading}
        album={album.field}
        wordsRefused={draft.prompt === sentWords ? wordsRefusal(studioOrder.failure) : undefined}
        onSubmit={() => void handleSubmit()}
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
        count={mode.canChooseCount ? Number(draft.count) : 1}
        ratio={draft.ratio}
        feeCredits={feeCredits}
        onChangeWords={goToWords}
        instead={mustConfirm && !isEmailVerified && <ConfirmFirst email={email} />}
      >
        {isLocal && (
          <EngineNote>
            {mode.isLarge ? "Rendered on this computer at 1.25 megapixels, then enlarged." : undefined}
          </EngineNote>
        )}
      </ResultPanel>
    </div>,
  ]
  // On a phone what has come stands before the form, for eyes, fingers and screen readers alike.
  const isResultFirst = isPhone && (hasCanvasNews(studioOrder) || mustConfirm)

  return (
    <div className="grid items-start gap-x-6 gap-y-6 pb-32 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10 lg:grid-rows-[auto_1fr] lg:pb-0 low:pb-0">
      <header className="lg:col-start-1">
        <h1 className="text-3xl">{offer?.label ?? mode.title}</h1>
        <p className="mt-2 text-ink-soft">
          <span className="font-medium text-ink">{wishOf(mode.slug)}.</span> {mode.text}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <ExamplesDialog
            mode={mode}
            onTake={(example) => {
              change({ prompt: example })
              goToWords()
            }}
          />
          <ModeMenu mode={mode} />
        </div>
      </header>
      {isResultFirst ? parts.toReversed() : parts}
      {question && (
        <NotDrawnDialog
          prompt={draft.prompt.trim()}
          reading={question}
          hosted={
            hosted && {
              title: studio?.modes[hosted.slug]?.label ?? hosted.title,
              address: `${modeAddress(hosted)}&${new URLSearchParams({ prompt: draft.prompt.trim() })}`,
            }
          }
          onClose={() => {
            setQuestion(undefined)
            goToWords()
          }}
          onTakeWords={(words) => {
            setQuestion(undefined)
            change({ prompt: words })
            goToWords()
          }}
          onPoster={() => {
            setQuestion(undefined)
            order(true)
          }}
        />
      )}
    </div>
  )
}

/** Words of the button while an order is on its way; undefined when there is none. */
function busyWords({ isBusy, order }: StudioOrder): string | undefined {
  if (!isBusy) return undefined
  if (order === undefined) return "sending…"
  return order.status === "waiting" ? "waiting…" : "drawing…"
}

/** A draft from another mode keeps only a shape that this one can draw. */
function fitDraft(draft: Draft, mode: Mode): Draft {
  return { ...draft, ratio: firstRatio(mode, draft.ratio ?? readLastRatio()) }
}
