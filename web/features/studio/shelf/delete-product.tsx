import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { deleteProduct, type Product } from "#contract/studio/shelf.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { productQuery, shelfPath } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Takes a product away, after asking once. */
export function DeleteProduct({ product }: { product: Product }): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(deleteProduct, { params: { productId: product.id } }),
    onSuccess: async () => {
      await navigate(shelfPath)
      queries.removeQueries({ queryKey: productQuery(product.id).queryKey })
      void queries.invalidateQueries({ queryKey: queryKeys.products })
      notify.success("The product is deleted")
    },
    onError: (error) => notify.error(messageOf(error, "The product could not be deleted.")),
  })
  return (
    <>
      <Button variant="quiet" className="justify-self-start text-clay" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete product
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this product?"
        description="It leaves your shelf and your shop for good. Its pictures stay in your gallery."
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </>
        }
      />
    </>
  )
}
