import { Store } from "lucide-react"
import { type ReactElement, useState } from "react"
import { maxPicturesPut, maxProductPictures } from "#contract/studio/shelf.ts"
import { usePutOnShelf } from "#web/content/use-put-on-shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { countOf } from "./trash/count-of.ts"

interface ShelfButtonProps {
  ids: readonly string[]
  isIdle: boolean
  /** Classes that the buttons beside it have. */
  look: string
}

/** Puts the chosen pictures on the shelf: asks whether they are one product or one each. */
export function ShelfButton({ ids, isIdle, look }: ShelfButtonProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const put = usePutOnShelf()
  const pictures = ids.slice(0, maxPicturesPut).map((id) => ({ source: "generations", id }) as const)
  const isTooMany = ids.length > maxPicturesPut
  return (
    <>
      <Button
        variant="secondary"
        disabled={!isIdle || put.isPending}
        aria-label="Put on the shelf"
        className={look}
        onClick={() => (ids.length === 1 ? put.mutate({ pictures, as: "one-each" }) : setIsAsking(true))}
      >
        <Store aria-hidden="true" />
        Shelf
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Put ${countOf(ids.length)} on the shelf`}
        description={
          isTooMany
            ? `At most ${maxPicturesPut} pictures go at once. Take some away first.`
            : "They become drafts: nobody sees them before you say so."
        }
        actions={
          <>
            <Button
              variant="secondary"
              disabled={isTooMany || ids.length > maxProductPictures}
              busy={put.isPending && put.variables.as === "one-of-all"}
              onClick={() => put.mutate({ pictures, as: "one-of-all" })}
            >
              One product with all
            </Button>
            <Button
              disabled={isTooMany}
              busy={put.isPending && put.variables.as === "one-each"}
              onClick={() => put.mutate({ pictures, as: "one-each" })}
            >
              {ids.length} products
            </Button>
          </>
        }
      />
    </>
  )
}
