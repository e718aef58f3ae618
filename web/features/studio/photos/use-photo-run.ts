import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import type { PhotoReply } from "#contract/studio/photos.ts"
import { cancelRun, type Run } from "#contract/studio/runs.ts"
import { announceFailedRun, showRunOutcome } from "#web/content/work-outcome.tsx"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { leavesOpen, usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { isOpen, keepRun, openRunsQuery, runQuery } from "#web/lib/studio/runs.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Sends an order for a photo. The key goes with it, so that the same order sent twice is paid once. */
export type SendPhoto<Order> = (
  order: Order,
  options: { idempotencyKey: string; signal: AbortSignal },
) => Promise<PhotoReply>

/** What became of the last press, as far as this page knows. */
export interface PhotoRun<Order> {
  /** The run on the screen; none before the first press, or until it is known to the server. */
  run: Run | undefined
  /** Of that run, known before the run itself. */
  runId: string | undefined
  isBusy: boolean
  /** Why the last press came to nothing. */
  failure: unknown
  submit: (order: Order) => void
  cancel: () => void
  isCancelling: boolean
  /** Forgets the outcome, for the next photo. */
  forget: () => void
}

/** The same without what it is ordered with. */
export type PhotoRunState = Omit<PhotoRun<unknown>, "submit">

/** Parameter of a tool's address that names the run whose result is shown. */
const runParameter = "run"

interface Addressed {
  /** Parameter of the address that names the run. */
  parameter?: string
  /** False: what the address names is not what is worked on here. */
  isMeant?: boolean
}

/** The same for a tool's own screen: the address names the run, so that a reload and the way back show what was made. */
export function useAddressedRun<Order>(
  kind: string,
  send: SendPhoto<Order>,
  onTaken?: () => void,
  { parameter = runParameter, isMeant = true }: Addressed = {},
): PhotoRun<Order> {
  const [parameters, setParameters] = useSearchParams()
  const photoRun = usePhotoRun(kind, send, onTaken, (isMeant && parameters.get(parameter)) || undefined)
  const { runId } = photoRun
  const writeAddress = useEffectEvent((id: string | undefined) => {
    if (id === (parameters.get(parameter) ?? undefined)) return
    const named = new URLSearchParams(parameters)
    if (id === undefined) named.delete(parameter)
    else named.set(parameter, id)
    setParameters(named, { replace: true, preventScrollReset: true })
  })
  useEffect(() => writeAddress(runId), [runId])
  return photoRun
}

/**
 * Orders work on a photo and follows it to the end; work that runs when the screen opens is found again.
 * @param onTaken the server has taken the order
 * @param firstId of the run to begin with
 */
function usePhotoRun<Order>(
  kind: string,
  send: SendPhoto<Order>,
  onTaken?: () => void,
  firstId?: string,
): PhotoRun<Order> {
  const queries = useQueryClient()
  // `former` is the run that a new press has replaced: the open list may still hold it.
  const [followed, setFollowed] = useState<{ id?: string; former?: string }>(
    firstId === undefined ? {} : { id: firstId },
  )
  const aborter = useRef<AbortController>(undefined)
  const payOnce = usePayOnce()

  const place = useMutation({
    mutationFn: (order: Order) => {
      aborter.current = new AbortController()
      const { signal } = aborter.current
      return payOnce.send(order, (idempotencyKey) => send(order, { idempotencyKey, signal }))
    },
    onSuccess: ({ job, message, data }) => {
      onTaken?.()
      setFollowed({ id: job.id })
      if (data === null) keepRun(queries, job)
      else showRunOutcome(queries, job, message)
    },
    onError: async (error) => {
      if (isAbort(error)) return
      // The answer got lost, not the order: if it is there, it is simply followed.
      if (leavesOpen(error) && (await findOpen(queries, kind, followed.former))) return
      setFollowed(({ id }) => (id === undefined ? {} : { former: id }))
      const words = isOurs(error) ? messages.photoFailed : messageOf(error, messages.photoFailed)
      announceFailedRun({ id: isEnd(error) ? followed.id : undefined, kind, words })
    },
  })

  const open = useQuery({
    ...openRunsQuery,
    refetchInterval: place.isPending && followed.id === undefined ? 2_000 : false,
  })
  const found = open.data?.find((run) => run.kind === kind && run.id !== followed.former)
  if (followed.id === undefined && found) setFollowed({ id: found.id })

  const { data, error: notFound } = useQuery({ ...runQuery(followed.id ?? ""), enabled: followed.id !== undefined })
  const run = data?.kind === kind ? data : undefined
  useOutcomeTold(run, place.isPending)

  const cancel = useMutation({
    mutationFn: (runId: string) => call(cancelRun, { params: { runId } }),
    onSuccess: ({ data }) => {
      aborter.current?.abort()
      keepRun(queries, data)
    },
    onError: (error) => notify.error(messageOf(error, "It could not be cancelled.")),
  })

  return {
    run,
    runId: followed.id,
    isBusy: place.isPending ? run?.status !== "cancelled" : run !== undefined && isOpen(run),
    failure:
      followed.id !== undefined && !run
        ? notFound
        : place.isPending || isAbort(place.error) || run
          ? null
          : place.error,
    submit: (order) => {
      // The order whose answer got lost was found, and came to its end on the screen.
      if (run && !isOpen(run)) payOnce.settle()
      setFollowed(({ id }) => (id === undefined ? {} : { former: id }))
      place.mutate(order)
    },
    cancel: () => {
      if (run) cancel.mutate(run.id)
    },
    isCancelling: cancel.isPending,
    forget: () => {
      place.reset()
      setFollowed(({ id, former }) => ({ ...((id ?? former) === undefined ? {} : { former: id ?? former ?? "" }) }))
    },
  }
}

/** Tells the outcome of a run whose call was answered before it was done, or that another page had started. */
function useOutcomeTold(run: Run | undefined, isSubmitting: boolean): void {
  const queries = useQueryClient()
  const watched = useRef<string>(undefined)
  useEffect(() => {
    if (run === undefined || isSubmitting) return
    if (isOpen(run)) {
      watched.current = run.id
      return
    }
    if (watched.current !== run.id) return
    watched.current = undefined
    showRunOutcome(queries, run)
  }, [run, isSubmitting, queries])
}

/** Asks the server for a run of this kind that is on its way. */
async function findOpen(queries: QueryClient, kind: string, former: string | undefined): Promise<Run | undefined> {
  try {
    const runs = await queries.fetchQuery({ ...openRunsQuery, retry: false })
    return runs.find((run) => run.kind === kind && run.id !== former)
  } catch {
    return undefined
  }
}

/** Whether something here went wrong, of which the person need not know more. */
function isOurs(error: unknown): boolean {
  return error instanceof ApiError && error.code >= 500
}

/** Whether the call was refused because the work had come to nothing. */
function isEnd(error: unknown): boolean {
  return error instanceof ApiError && error.type === "engine_failed"
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError"
}
