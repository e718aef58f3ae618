import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router"
import type { ShootStyle } from "#contract/catalogue/styles.ts"
import { messages } from "#contract/messages.ts"
import { createTraining } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { useSession } from "#web/lib/session/session.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import type { DatasetPhoto } from "./dataset.ts"
import type { useDataset } from "./use-dataset.ts"

interface Start {
  photos: readonly DatasetPhoto[]
  isPublic: boolean
  isIncluded: boolean
}

/** Uploads the photos, starts the training and tells each step. @param txRef of the order that includes it, "" leaves it to the server */
export function useStartTraining(
  style: ShootStyle,
  txRef: string,
  { uploadAll, forgetStored }: Pick<ReturnType<typeof useDataset>, "uploadAll" | "forgetStored">,
) {
  const { id: userId } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const payOnce = usePayOnce()
  const start = useMutation({
    mutationFn: async ({ photos, ...wishes }: Start) => {
      notify.success(messages.imagesProcessing)
      const images = await uploadAll(photos)
      if (!images) throw new Error(messages.imagesFailed)
      notify.success(messages.imagesSaved)
      const training = {
        ...wishes,
        prompt: "",
        images,
        userId,
        txRef,
        rightsConfirmed: true,
        PrimaryStyle: style.name,
        secondaryStyle: "",
        trainingStatus: "analysing_dataset" as const,
      }
      await payOnce.send(training, (key) => createTraining(key, training))
    },
    onSuccess: () => {
      void forgetStored()
      notify.success(messages.dataSaved)
      notify.success(messages.shootInProgress)
      void queries.invalidateQueries({ queryKey: queryKeys.models })
      void queries.invalidateQueries({ queryKey: queryKeys.balance })
      // The order that included it is used now.
      void queries.invalidateQueries({ queryKey: queryKeys.studio })
      void queries.invalidateQueries({ queryKey: queryKeys.paymentOrder })
      void queries.invalidateQueries({ queryKey: queryKeys.paymentOrders })
    },
    onError: (error) => {
      // Its order may have been used elsewhere: what it costs now is asked anew.
      void queries.invalidateQueries({ queryKey: queryKeys.studio })
      notify.error(error.message === messages.imagesFailed ? messages.imagesFailed : messages.dataFailed)
    },
  })
  const mutate = (order: Parameters<typeof start.mutate>[0]): void =>
    start.mutate(order, { onSuccess: () => navigate("/training-dataset") })
  return { ...start, mutate }
}
