import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { Navigate, useParams, useSearchParams } from "react-router"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { isOfProduct, outboxQuery } from "#web/lib/outbox/outbox.ts"
import { useSession } from "#web/lib/session/session.ts"
import { fromPhotoQuery, isMaking, productQuery, shelfPath } from "#web/lib/shelf/shelf.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { FromPhotoPanel } from "./from-photo-panel.tsx"
import { ProductForm } from "./product-form.tsx"

/** /shelf/{id}: one product; `new` for one that is not there yet. */
export function Component(): ReactElement {
  const { productId = "" } = useParams()
  const isNew = productId === "new"
  const { id: userId } = useSession()
  const { data: outbox, isLoading: isLookingHere } = useQuery(outboxQuery(userId))
  const waitsAs = useSearchParams()[0].get("waiting") ?? undefined
  const waiting = outbox?.find((entry) => (isNew ? entry.id === waitsAs : isOfProduct(entry, productId)))
  const { data, error } = useQuery({ ...productQuery(productId), enabled: !isNew, refetchOnWindowFocus: false })
  const { data: work } = useQuery({ ...fromPhotoQuery(productId), enabled: data?.isFromPhoto === true })
  const [hasEdits, setHasEdits] = useState(false)
  const latest = `${data?.id} ${waiting?.id}`
  const [shown, setShown] = useState(latest)
  // What is sent while somebody types on does not take the form away.
  if (!hasEdits && shown !== latest) setShown(latest)
  if (isNew && waitsAs !== undefined && !waiting && userId !== "" && !isLookingHere && !hasEdits) {
    return <Navigate to={shelfPath} replace />
  }
  const isWorkKnown = data !== undefined && (!data.isFromPhoto || work !== undefined)
  return (
    <div className="grid gap-5">
      <header>
        <TextLink to={shelfPath}>Shelf</TextLink>
        <h1 className="mt-1 text-2xl wrap-anywhere sm:text-3xl" dir="auto">
          {isNew ? "New product" : data ? data.name || "No name yet" : "Product"}
        </h1>
      </header>
      {work && <FromPhotoPanel productId={productId} state={work} hasEdits={hasEdits} />}
      {isNew ? (
        !isLookingHere && <ProductForm key={shown} waitsAs={waitsAs} waiting={waiting} onEdited={setHasEdits} />
      ) : data && isWorkKnown && !isLookingHere ? (
        // What comes of the photo stands in the form from its beginning.
        (!work || !isMaking(work)) && (
          <ProductForm key={shown} product={data} waiting={waiting} onEdited={setHasEdits} />
        )
      ) : error ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{messageOf(error, "This product could not be loaded.")}</p>
          <LinkButton to={shelfPath}>Back to the shelf</LinkButton>
        </div>
      ) : (
        <Progress label="Loading" />
      )}
    </div>
  )
}
