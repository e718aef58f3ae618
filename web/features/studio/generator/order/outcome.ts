import type { QueryClient } from "@tanstack/react-query"
import { isFinalStatus } from "#contract/catalogue/trainings.ts"
import type { Order } from "#contract/studio/generations.ts"
import { getModel } from "#contract/studio/trainings.ts"
import { keepFinished, showModelOutcome, showRunOutcome } from "#web/content/work-outcome.tsx"
import { call } from "#web/lib/calls/call.ts"
import { isOpen as isOpenRun, runQuery } from "#web/lib/studio/runs.ts"
import { announceFailedOrder, announceReady } from "./announce.tsx"
import { isOpen } from "./order-view.ts"
import { findKnownOrder, keepOrder, orderQuery } from "./orders.ts"

/** Shows everywhere what became of an order. */
export function showOutcome(queries: QueryClient, order: Order): void {
  keepOrder(queries, order)
  if (order.status === "failed") announceFailedOrder(order)
  if (order.status !== "ready") return
  const { id, prompt: name, pictures } = order
  keepFinished(queries, { id, name, to: "/photo-gallery", picture: pictures[0]?.url })
  announceReady(order)
}

/** Asks what became of an order that is no longer on its way, unless that is known here already. */
export async function lookUpOutcome(queries: QueryClient, orderId: string): Promise<void> {
  const known = findKnownOrder(queries, orderId)
  if (known && !isOpen(known)) return
  try {
    const order = await queries.fetchQuery({ ...orderQuery(orderId), retry: false })
    if (!isOpen(order)) showOutcome(queries, order)
  } catch {
    // The gallery shows it all the same.
  }
}

/** Asks what became of a run that is no longer on its way, unless that is known here already; it is told once. */
export async function lookUpRun(queries: QueryClient, runId: string): Promise<void> {
  const known = queries.getQueryData(runQuery(runId).queryKey)
  try {
    const run = known && !isOpenRun(known) ? known : await queries.fetchQuery({ ...runQuery(runId), retry: false })
    if (!isOpenRun(run)) showRunOutcome(queries, run)
  } catch {
    // The gallery shows it all the same.
  }
}

/** Asks what became of a model that is no longer trained or shot, and tells it. */
export async function lookUpModel(queries: QueryClient, trainingId: string): Promise<void> {
  try {
    const { data } = await call(getModel, { params: { trainingId } })
    if (isFinalStatus(data.trainingStatus)) showModelOutcome(queries, data)
  } catch {
    // It was removed, or its own page shows it all the same.
  }
}
