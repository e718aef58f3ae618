import { type QueryClient, queryOptions } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { DescriptionResult, PhotoResult } from "#contract/studio/photos.ts"
import type { Run } from "#contract/studio/runs.ts"
import { sceneMade } from "#contract/studio/scenes.ts"
import type { Model } from "#contract/studio/trainings.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { cutOutAddress } from "#web/lib/photos/photo-tools.ts"
import { previewPath } from "#web/lib/photos/picture-path.ts"
import { isOpen, keepRun, runQuery } from "#web/lib/studio/runs.ts"
import { isWork, modelName, modelsAddress, modelWork, runAddress, runName } from "#web/lib/studio/work-labels.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Work that has come to a good end, and where that is seen. */
export interface FinishedWork {
  id: string
  name: string
  to: string
  /** Address of the picture that was made; undefined where there is none, or more than one. */
  picture: string | undefined
}

/** Work that became ready while the product was open here and was not looked at yet, newest first. */
export const finishedWorkQuery = queryOptions({
  queryKey: queryKeys.finishedWork,
  queryFn: (): FinishedWork[] => [],
  staleTime: "static",
  gcTime: Number.POSITIVE_INFINITY,
})

/** How much finished work waits to be looked at. */
const maxFinished = 5

/** Puts work that has just become ready among that to look at. */
export function keepFinished(queries: QueryClient, work: FinishedWork): void {
  queries.setQueryData(finishedWorkQuery.queryKey, (works = []) =>
    [work, ...works.filter(({ id }) => id !== work.id)].slice(0, maxFinished),
  )
}

/** Runs whose end has been told: the call's answer, the server's word and a look at the run all bring the news. */
const told = new Set<string>()

/**
 * Shows everywhere what became of a run, and says it once, wherever the person is. Parts of other work end unheard.
 * @param message the server's words; ours when it had none yet
 */
export function showRunOutcome(queries: QueryClient, run: Run, message?: string): void {
  keepRun(queries, run)
  if (isOpen(run) || !isWork(run)) return
  if (run.status === "failed") {
    const { id, kind, failure, feeCredits } = run
    const more = `${runName(run)}.${feeCredits > 0 ? " Your credits are back." : ""}`
    announceFailedRun({ id, kind, words: failure ?? messages.photoFailed, more })
  }
  if (run.status !== "ready" || told.has(run.id)) return
  told.add(run.id)
  const seen = whereSeen(run)
  const { id } = run
  keepFinished(queries, { id, name: runName(run), to: seen.to, picture: seen.picture })
  const notice = <ReadyNotice words={message ?? readyWords(run)} {...seen} />
  if (needsLook(run)) notify.notice(notice)
  else notify.success(notice)
}

/** Whether something came of it that its owner should look at before it counts as done. */
function needsLook({ result }: Run): boolean {
  return PhotoResult.safeParse(result).data?.isSettled === false || partsOf(result).unsure > 0
}

/** Work that was done is done again in part: its next end is another one. */
export function expectOutcomeAgain(queries: QueryClient, runId: string): void {
  told.delete(runId)
  queries.removeQueries({ queryKey: runQuery(runId).queryKey })
  for (const queryKey of [queryKeys.openRuns, queryKeys.openOrders]) void queries.invalidateQueries({ queryKey })
}

/** What is known of work that came to nothing. */
interface FailedRun {
  /** Undefined where a call was refused before anything was heard of the run. */
  id: string | undefined
  kind: string
  words: string
  /** A second line. */
  more?: string
}

/** Says once that work came to nothing: an answer does not name its run, and comes with the news of it. */
export function announceFailedRun({ id, kind, words, more }: FailedRun): void {
  if (id !== undefined && told.has(id)) return
  if (id !== undefined) told.add(id)
  notify.error(more === undefined ? words : <FailedNotice words={words} more={more} />, `failed ${kind}`)
}

/** Says what became of a model whose training and shoot have ended; what its owner stopped says itself. */
export function showModelOutcome(queries: QueryClient, model: Model): void {
  const { id, trainingStatus, failure, isRefunded } = model
  const name = modelName(model)
  if (trainingStatus === "training_failed") {
    const more = `${modelWork(model)}.${isRefunded ? " Your credits are back." : ""}`
    notify.error(<FailedNotice words={failure ?? "The training did not succeed."} more={more} to={modelsAddress} />)
  }
  if (trainingStatus !== "photoshoot_ready") return
  const to = `/photoshoot-gallery?${new URLSearchParams({ model: id })}`
  keepFinished(queries, { id, name: `Photoshoot of ${name}`, to, picture: undefined })
  notify.success(<ReadyNotice words={`The photoshoot of ${name} is ready.`} to={to} way="See photos" />)
}

interface Seen {
  to: string
  /** What the link says. */
  way: string
  picture?: string | undefined
}

/** Where what came of a run is seen. */
function whereSeen(run: Run): Seen {
  if (run.kind === "batch") return { to: runAddress(run), way: "See photos" }
  const described = DescriptionResult.safeParse(run.result)
  if (described.success) {
    const query = new URLSearchParams({ mode: "flux1.1-pro", prompt: described.data.text })
    return { to: `/generations/flux?${query}`, way: "Draw with it" }
  }
  const result = PhotoResult.safeParse(run.result).data
  const made = result?.picture
  const looked = result?.toLookAt
  if (looked) return { to: cutOutAddress(looked.id), way: "Look at it", picture: made?.url ?? looked.url }
  if (!made) return { to: "/photo-gallery", way: "See it" }
  const to =
    run.kind === "cut-out" ? cutOutAddress(made.id) : `/photo-gallery?${new URLSearchParams({ picture: made.id })}`
  return { to, way: "See it", picture: made.url }
}

const wordsOfKinds: Readonly<Record<string, string>> = {
  upscale: messages.photoUpscaled,
  "cut-out": messages.backgroundRemoved,
  description: messages.promptWritten,
}

function readyWords(run: Run): string {
  const photo = PhotoResult.safeParse(run.result).data
  if (photo?.isWaiting) return messages.sceneWaits
  if (photo?.isSettled === false) return messages.cutOutDoubt
  const words = run.kind === "scene" ? sceneMade(run.title) : wordsOfKinds[run.kind]
  if (words !== undefined) return words
  const { ready, failed, cancelled, unsure } = partsOf(run.result)
  const undone = failed + cancelled
  if (undone === 0 && unsure === 0) return `${runName(run)} is done.`
  const counts = [`${ready - unsure} done`, undone > 0 && `${undone} not`, unsure > 0 && `${unsure} to look at`]
  return `${runName(run)}: ${counts.filter(Boolean).join(", ")}.`
}

/** How the parts of a batch ended; unsure are those of the ready ones that its owner should look at. */
function partsOf(result: Run["result"]): Record<"ready" | "failed" | "cancelled" | "unsure", number> {
  return { ...{ ready: 0, failed: 0, cancelled: 0, unsure: 0 }, ...(result ?? {}) }
}

function ReadyNotice({ words, to, way, picture }: Seen & { words: string }): ReactElement {
  return (
    <span className="flex items-center gap-3">
      {picture && (
        <img
          src={previewPath(picture, 320)}
          alt=""
          className="size-11 shrink-0 rounded-control object-cover max-sm:hidden"
        />
      )}
      <span className="min-w-0 flex-1">{words}</span>
      <NoticeLink to={to}>{way}</NoticeLink>
    </span>
  )
}

function FailedNotice({ words, more, to }: { words: string; more: string; to?: string }): ReactElement {
  return (
    <span className="flex items-center gap-3">
      <span className="grid min-w-0 flex-1">
        <span>{words}</span>
        <span className="text-sm text-ink-soft">{more}</span>
      </span>
      {to && <NoticeLink to={to}>See why</NoticeLink>}
    </span>
  )
}

function NoticeLink({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <TextLink to={to} className="inline-flex min-h-11 shrink-0 items-center">
      {children}
    </TextLink>
  )
}
