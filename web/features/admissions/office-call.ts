import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { notify } from "#web/ui/toast.tsx"

/** Reads something of the office; everything of it is read again after a change. */
export function useOffice<Data>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) {
  return useQuery({ queryKey: [...queryKeys.admissionsOffice, ...key], queryFn: ({ signal }) => read(signal) })
}

/** Changes something, says what happened, and reads the office again. */
export function useOfficeChange<Input>(act: (input: Input) => Promise<{ message: string }>, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async ({ message }) => {
      notify.success(message)
      onDone?.()
      await queries.invalidateQueries({ queryKey: queryKeys.admissionsOffice })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
}
