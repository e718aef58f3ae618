import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router"
import {
  changeProduct,
  createProduct,
  type Product,
  type ProductFields,
  type ShelfPicture,
} from "#contract/studio/shelf.ts"
import { keepForLater } from "#web/content/keep-for-later.ts"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { Waiting } from "#web/lib/outbox/outbox.ts"
import { useSession } from "#web/lib/session/session.ts"
import { isSaved, newProductAddress, productAddress, productQuery } from "#web/lib/shelf/shelf.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

interface Hearing {
  /** Hears that it waits on this device. */
  onKept: () => void
  onSaved: (product: Product) => void
  /** Gets what is wrong, by field. */
  onRefused: (problems: Readonly<Record<string, string>>) => void
}

interface Saving {
  /** Once `conflict` was shown, in the place of what was saved meanwhile. @param pictures those of the fields, as they are shown */
  save: (fields: ProductFields, pictures: readonly ShelfPicture[]) => void
  takeTheirs: () => void
  isPending: boolean
  /** Why it was not saved, where no field says so. */
  problem: string | undefined
  /** The product as it was saved meanwhile on another device. */
  conflict: Product | undefined
}

/**
 * Saves a product; of one that was changed elsewhere since it was read, both are kept until the person chooses.
 * @param waitsAs the line of the outbox in which a new one waits or waited
 */
export function useSaveProduct(
  product: Product | undefined,
  waitsAs: string | undefined,
  { onKept, onSaved, onRefused }: Hearing,
): Saving {
  const queries = useQueryClient()
  const { id: userId } = useSession()
  const navigate = useNavigate()
  const [version, setVersion] = useState(product?.version ?? 0)
  const [conflict, setConflict] = useState<Product>()
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({
    mutationFn: async ({
      fields,
      pictures,
      over,
    }: {
      fields: ProductFields
      pictures: readonly ShelfPicture[]
      over: number
    }) => {
      const line = waitsAs ?? freshKey()
      const what: Waiting = product
        ? { kind: "product", product: { ...product, version: over, pictures: [...pictures] }, fields }
        : { kind: "new-product", pictures, fields }
      if (!navigator.onLine && (await keepForLater(queries, userId, what, product ? undefined : line))) {
        if (!product) void navigate(newProductAddress(line), { replace: true })
        return null
      }
      const found = product
        ? { ...product, version: over }
        : (await call(createProduct, { body: fields, idempotencyKey: line })).data
      // One that was sent from the outbox meanwhile says what it said there.
      if (!product && (waitsAs === undefined || isSaved(fields, found))) return found
      const params = { productId: found.id }
      return (await call(changeProduct, { params, body: { ...fields, version: found.version } })).data
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      if (!saved) return onKept()
      queries.setQueryData(productQuery(saved.id).queryKey, saved)
      void queries.invalidateQueries({ queryKey: [...queryKeys.products, "list"] })
      setVersion(saved.version)
      setConflict(undefined)
      notify.success("Saved")
      onSaved(saved)
      if (!product) void navigate(productAddress(saved.id), { replace: true })
    },
    onError: async (error) => {
      if (product && error instanceof ApiError && error.type === "version_changed") {
        const newest = await queries.fetchQuery({ ...productQuery(product.id), staleTime: 0 }).catch(() => undefined)
        if (newest) {
          setVersion(newest.version)
          setConflict(newest)
          return
        }
      }
      const fields = error instanceof ApiError ? error.fields : {}
      onRefused(fields)
      setProblem(messageOf(error, "It could not be saved."))
    },
  })
  return {
    save: (fields, pictures) => saving.mutate({ fields, pictures, over: version }),
    takeTheirs: () => setConflict(undefined),
    isPending: saving.isPending,
    problem,
    conflict,
  }
}
