import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { Link, useLocation } from "react-router"
import { photoTools } from "#contract/catalogue/photo-tools.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { changeEntry, type OutboxEntry, outboxQuery, type Waiting, withdraw } from "#web/lib/outbox/outbox.ts"
import { newProductAddress, productAddress } from "#web/lib/shelf/shelf.ts"
import { orderAddress } from "#web/lib/studio/order-address.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** What waits on this device to be sent. */
export function OutboxLines({ userId }: { userId: string }): ReactElement {
  const { data: entries = [] } = useQuery(outboxQuery(userId))
  return (
    <>
      {entries.map((entry) => (
        <li key={entry.id}>
          <OutboxLine userId={userId} entry={entry} />
        </li>
      ))}
    </>
  )
}

/** One thing of it, with what can still be done about it. */
export function OutboxLine({ userId, entry }: { userId: string; entry: OutboxEntry }): ReactElement {
  const queries = useQueryClient()
  const { id, what, state, creditsNow } = entry
  const isOrder = "credits" in what
  const isHere = useLocation().pathname === addressOf(entry)
  const take = useMutation({
    mutationFn: () => withdraw(queries, userId, id),
    networkMode: "always",
    onSuccess: (isBack) => {
      if (isBack) notify.success("Taken back. Nothing was sent or paid.")
      else notify.error("It is being sent already.")
    },
  })
  const again = useMutation({
    mutationFn: () => sendAgain(queries, userId, id),
    networkMode: "always",
  })
  return (
    <div className="grid grid-cols-1 gap-2 py-3">
      <div className="grid gap-0.5">
        <Link to={addressOf(entry)} className="truncate rounded-control font-medium hover:underline" dir="auto">
          {nameOf(what)}
        </Link>
        <span role={state === "stopped" ? "alert" : undefined} className="flex items-start gap-2 text-sm text-ink-soft">
          <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {describe(entry)}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === "stopped" && !isOrder && !isHere && <LinkButton to={addressOf(entry)}>Look at it</LinkButton>}
        {state === "stopped" && what.kind !== "product" && (
          <Button variant={isOrder ? "primary" : "secondary"} busy={again.isPending} onClick={() => again.mutate()}>
            {creditsNow === undefined ? "Send again" : `Send for ${formatCredits(creditsNow)}`}
          </Button>
        )}
        {state !== "sending" && (
          <Button variant="secondary" busy={take.isPending} onClick={() => take.mutate()}>
            Take back
          </Button>
        )}
      </div>
    </div>
  )
}

/** Agrees to what it costs now, and puts it in line again. */
export function sendAgain(queries: QueryClient, userId: string, id: string): Promise<boolean> {
  return changeEntry(queries, userId, id, ({ creditsNow, reason: _reason, problems: _problems, ...entry }) => {
    const { what } = entry
    const agreed = "credits" in what && creditsNow !== undefined ? { ...what, credits: creditsNow } : what
    return { ...entry, what: agreed, state: "waiting" }
  })
}

function describe({ state, reason, what }: OutboxEntry): string {
  if (state === "stopped") return `Not sent: ${reason}`
  if (state === "sending") return "Being sent"
  const cost = "credits" in what ? ` (${formatCredits(what.credits)})` : ""
  return `Waits for the connection${cost}`
}

function nameOf(what: Waiting): string {
  if (what.kind === "picture") return what.body.prompt
  if (what.kind === "product") return what.fields.name || "Product"
  if (what.kind === "new-product") return what.fields.name || "New product"
  if (what.kind === "hand-in") return `Task: ${what.title}`
  const tool = photoTools.find(({ slug }) => slug === what.tool)
  return [tool?.title ?? "Photo", what.photo?.name].filter(Boolean).join(": ")
}

function addressOf({ id, what }: OutboxEntry): string {
  if (what.kind === "new-product") return newProductAddress(id)
  if (what.kind === "hand-in") return `/learn/${what.lessonId}`
  if (what.kind === "picture") return orderAddress(what.mode)
  return what.kind === "product" ? productAddress(what.product.id) : `/generations/${what.tool}`
}
