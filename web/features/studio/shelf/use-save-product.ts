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
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { useSession } from "#web/lib/session/session.ts"
import { productAddress, productQuery } from "#web/lib/shelf/shelf.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

interface Hearing {
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

/** Saves a product; of one that was changed elsewhere since it was read, both are kept until the person chooses. */
export function useSaveProduct(product: Product | undefined, { onSaved, onRefused }: Hearing): Saving {
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
      const shown = product && { ...product, version: over, pictures: [...pictures] }
      const what = shown && ({ kind: "product", product: shown, fields } as const)
      if (what && !navigator.onLine && (await keepForLater(queries, userId, what))) return null
      if (!product) return (await call(createProduct, { body: fields })).data
      return (await call(changeProduct, { params: { productId: product.id }, body: { ...fields, version: over } })).data
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (saved) => {
      if (!saved) return
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
