import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { Mode } from "#contract/catalogue/modes.ts"
import { cancelOrder, type GenerateBody, type GenerateReply, type Order } from "#contract/studio/generations.ts"
import { generateWithModel } from "#contract/studio/trainings.ts"
import { keepForLater } from "#web/content/keep-for-later.ts"
import { ApiError, messageOf, noAnswer, offlineMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { leavesOpen, usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { useSession } from "#web/lib/session/session.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { announceFailed, announceFailedOrder, announceReady } from "./announce.tsx"
import { generateEndpoint } from "./generate-endpoints.ts"
import { isOpen } from "./order-view.ts"
import { keepOrder, orderQuery, pollEveryMs } from "./orders.ts"

/** A mode of the catalogue, or a model of one's own in its place. */
export type StudioMode = Mode & { trainingId?: string }

/** What became of the last press, as far as this page knows. */
export interface StudioOrder {
  /** The order on the canvas; none before the first one, or until it is known to the server. */
  order: Order | undefined
  /** From the press until there is an outcome. */
  isBusy: boolean
  /** Why the last press came to nothing. */
  failure: unknown
  /** @param credits what the screen says it costs */
  submit: (body: GenerateBody, credits: number) => void
  /** Sends the last press again: the same order if the server never answered it, else a new one. */
  submitAgain: () => void
  /** The same order once more, with a new picture. */
  repeat: () => void
  /** Leaves the running order to the tray, so that the form takes the next one. */
  leave: () => void
  cancel: () => void
  isCancelling: boolean
}

/**
 * Orders pictures in one mode and follows them to the end. The work belongs to the server: an order that runs when the
 * screen opens is found again and followed (docs/product-rules.md#waiting-time).
 */
export function useStudioOrder(mode: StudioMode): StudioOrder {
  const queries = useQueryClient()
  const [followed, setFollowed] = useState<Followed>({ former: [] })
  const aborter = useRef<AbortController>(undefined)
  // The press that the canvas is about: one that was left is answered late, when the canvas belongs to the next one.
  const current = useRef<GenerateBody>(undefined)
  const payOnce = usePayOnce()
  const { id: userId } = useSession()

  const generate = useMutation({
    mutationFn: async (body: GenerateBody) => {
      if (!navigator.onLine) throw noAnswer(offlineMessage)
      aborter.current = new AbortController()
      const { signal } = aborter.current
      const { slug, trainingId } = mode
      return payOnce.send([slug, trainingId, body], (idempotencyKey) => {
        const extras = { body, idempotencyKey, signal }
        if (trainingId) return call(generateWithModel, { params: { trainingId }, ...extras })
        return call(generateEndpoint(mode), extras)
      })
    },
    onSuccess: ({ job, message, data }: GenerateReply, body) => {
      keepOrder(queries, job)
      if (body === current.current) {
        setFollowed(({ former }) => (former.includes(job.id) ? { former } : { id: job.id, former }))
      }
      if (data !== null) announceReady(job, message)
    },
    onError: async (error, body) => {
      if (isAbort(error) || isOffline(error)) return
      // The answer got lost, not the order: if it is there, it is simply followed.
      if (leavesOpen(error) && (await findOpenOrder(queries, mode))) return
      if (body === current.current) setFollowed(leavesOpen(error) ? loseOrder : leaveOrder)
      // After it was left, the call still knows which order the canvas followed for it.
      if (isEngineFailure(error)) announceFailedOrder({ id: followed.id, mode: mode.slug, prompt: body.prompt })
      else if (!isCreditShort(error)) announceFailed()
    },
  })

  const open = useQuery({
    ...openOrdersQuery,
    refetchInterval: generate.isPending && followed.id === undefined ? pollEveryMs : false,
  })
  const found = open.data?.find((order) => order.mode === mode.slug && !followed.former.includes(order.id))
  if (followed.id === undefined && found) setFollowed(({ former }) => ({ id: found.id, former }))

  const { data: order } = useQuery({ ...orderQuery(followed.id ?? ""), enabled: followed.id !== undefined })
  useOutcomeAnnounced(order, generate.isPending)

  const cancel = useMutation({
    mutationFn: (orderId: string) => call(cancelOrder, { params: { orderId } }),
    onSuccess: ({ data }) => {
      aborter.current?.abort()
      keepOrder(queries, data)
    },
    onError: (error) => notify.error(messageOf(error, "It could not be taken back.")),
  })

  const press = (body: GenerateBody): void => {
    // The order whose answer got lost was found, and came to its end on the canvas.
    if (order && !isOpen(order)) payOnce.settle()
    const isAgain = leavesOpen(generate.error) && JSON.stringify(body) === JSON.stringify(generate.variables)
    setFollowed(isAgain ? findAgain : leaveOrder)
    // A copy, so that the same words pressed again are another press.
    current.current = { ...body }
    generate.mutate(current.current)
  }
  const error = isAbort(generate.error) || followed.id !== undefined ? null : generate.error

  return {
    order,
    isBusy: generate.isPending
      ? order === undefined || order.status !== "cancelled"
      : order !== undefined && isOpen(order),
    failure: generate.isPending ? null : error,
    submit: (body, credits) => {
      if (navigator.onLine) return press(body)
      const { slug, trainingId } = mode
      const what = { kind: "picture", mode: slug, trainingId, body, credits } as const
      // Where there is no room for it, pressing says that nothing was sent.
      void keepForLater(queries, userId, what).then((isKept) => isKept || press(body))
    },
    submitAgain: () => {
      if (generate.variables) press(generate.variables)
    },
    repeat: () => {
      payOnce.settle()
      const last = generate.variables ?? (order && bodyOf(mode, order))
      if (last) press(last)
    },
    leave: () => {
      payOnce.settle()
      setFollowed(leaveOrder)
      current.current = undefined
      generate.reset()
    },
    cancel: () => {
      if (order) cancel.mutate(order.id)
    },
    isCancelling: cancel.isPending,
  }
}

/** Which order the canvas shows. */
interface Followed {
  id?: string
  /** Orders that a new press has replaced or that were left to the tray: the open list may still hold them. */
  former: readonly string[]
  /** The one whose call was never answered: sent again with its key, it is followed again. */
  lost?: string
}

/** Lets go of the order on the canvas for good. */
function leaveOrder({ id, former }: Followed): Followed {
  return { former: id === undefined ? former : [...former, id] }
}

/** Lets go of it until the same press is sent again. */
function loseOrder(followed: Followed): Followed {
  const { id } = followed
  return { ...leaveOrder(followed), ...(id === undefined ? {} : { lost: id }) }
}

/** Takes up again what was lost, for the same order sent once more. */
function findAgain(followed: Followed): Followed {
  const { former } = leaveOrder(followed)
  return { former: former.filter((id) => id !== followed.lost) }
}

/** What was asked for with an order that another page had placed. */
function bodyOf(mode: Mode, { prompt, aspectRatio, count, isPublic, isPoster }: Order): GenerateBody {
  return {
    prompt,
    aspect_ratio: aspectRatio,
    output_format: mode.format,
    ...(mode.canChooseCount && { num_outputs: count }),
    is_public: isPublic,
    mode: mode.slug,
    ...(isPoster && { as_poster: true }),
  }
}

/** Says the outcome of an order whose call was answered before it was done, or that another page had started. */
function useOutcomeAnnounced(order: Order | undefined, isSubmitting: boolean): void {
  const watched = useRef<string>(undefined)
  useEffect(() => {
    if (order === undefined || isSubmitting) return
    if (isOpen(order)) {
      watched.current = order.id
      return
    }
    if (watched.current !== order.id) return
    watched.current = undefined
    if (order.status === "ready") announceReady(order)
    if (order.status === "failed") announceFailedOrder(order)
  }, [order, isSubmitting])
}

/** Asks the server for an order of this mode that is on its way. */
async function findOpenOrder(queries: QueryClient, mode: Mode): Promise<Order | undefined> {
  try {
    const orders = await queries.fetchQuery({ ...openOrdersQuery, retry: false })
    return orders.find((order) => order.mode === mode.slug)
  } catch {
    return undefined
  }
}

/** Whether credits are what is missing. */
export function isCreditShort(error: unknown): boolean {
  return error instanceof ApiError && error.type === "not_enough_credits"
}

/** What the server says against the words; undefined when they are not what it refused. */
export function wordsRefusal(error: unknown): string | undefined {
  const isOfWords = error instanceof ApiError && (error.type === "words_refused" || error.type === "not_drawn")
  return isOfWords ? error.message : undefined
}

/** Whether the engine could not do it: then the credits are back (docs/product-rules.md#refunds). */
export function isEngineFailure(error: unknown): boolean {
  return error instanceof ApiError && error.type === "engine_failed"
}

/** Whether the press never left this device, which the canvas says and no message has to repeat. */
function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.message === offlineMessage
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError"
}
