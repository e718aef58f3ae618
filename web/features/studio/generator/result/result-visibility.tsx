import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import type { Order } from "#contract/studio/generations.ts"
import { findKnownOrder, keepOrder } from "#web/features/studio/generator/order/orders.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { useVisibility } from "#web/lib/studio/use-visibility.ts"
import { whoSees } from "#web/lib/studio/who-sees.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Who sees the pictures that came, and the button that changes it where the person may. */
export function ResultVisibility({ order }: { order: Order }): ReactElement {
  const queries = useQueryClient()
  const canBePrivate = useQuery(studioQuery).data?.canBePrivate
  const visibility = useVisibility({
    onDone: ({ pictureIds, isPublic }, waitsUntil) => {
      const known = findKnownOrder(queries, order.id) ?? order
      const pictures = known.pictures.map((picture) =>
        pictureIds.includes(picture.id) ? { ...picture, isPublic, waitsUntil } : picture,
      )
      keepOrder(queries, { ...known, pictures })
    },
    onRefused: (error) => notify.error(messageOf(error, "This could not be changed.")),
  })
  const isPublic = order.pictures.some((picture) => picture.isPublic)
  const waits = order.pictures.find(({ waitsUntil }) => waitsUntil !== null)?.waitsUntil ?? null
  const change = (): void => {
    visibility.mutate({ pictureIds: order.pictures.map(({ id }) => id), isPublic: !isPublic })
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2 text-center text-sm text-ink-soft">
      <p role="status">
        {whoSees({ isPublic, waits }, order.pictures.length > 1 ? "them" : "it")} Kept in{" "}
        <TextLink to="/photo-gallery">your gallery</TextLink>.
      </p>
      {canBePrivate && (
        <Button variant="quiet" busy={visibility.isPending} onClick={change}>
          {isPublic ? "Make private" : "Make public"}
        </Button>
      )}
    </div>
  )
}
