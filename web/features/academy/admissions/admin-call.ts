import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** What is read of the office; everything of it is read again after a change. */
function adminQuery<Data>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey: [...queryKeys.admissionsAdmin, ...key],
    queryFn: ({ signal }) => read(signal),
  })
}

/** Reads one thing of the office. */
export function useAdmin<Data>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) {
  return useQuery(adminQuery(key, read))
}

/** Reads a list with filters: its rows stay until those of another filter are there, and so does the focus. */
export function useAdminList<Data>(key: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) {
  return useQuery({ ...adminQuery(key, read), placeholderData: keepPreviousData })
}

/** Refusals that say that somebody else was faster: what was offered is not there any more. */
const conflicts: readonly string[] = ["version_changed", "step_not_allowed", "not_found"]

/** Whether a call was refused because somebody else was faster. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && conflicts.includes(error.type)
}

/**
 * Does something, says what happened, and reads the office again; a refusal is the caller's to show. What somebody else
 * changed meanwhile is read again too, so that what was offered and can no longer be done goes away.
 */
export function useAdminAct(): (act: () => Promise<{ message: string }>) => Promise<void> {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: queryKeys.admissionsAdmin })
  return async (act) => {
    try {
      const { message } = await act()
      notify.success(message)
    } catch (error) {
      if (isConflict(error)) await readAgain()
      throw error
    }
    await readAgain()
  }
}

/** The same for a button, which shows the refusal beside itself: see `refusal`. */
export function useAdminChange<Input>(
  act: (input: Input) => Promise<{ message: string }>,
  onDone?: () => void,
  onRefused?: (error: Error) => void,
) {
  const change = useAdminAct()
  const mutation = useMutation({
    mutationFn: (input: Input) =>
      change(() =>
        act(input).catch((error: Error) => {
          onRefused?.(error)
          throw error
        }),
      ),
    onSuccess: () => onDone?.(),
  })
  return { ...mutation, refusal: mutation.error ? messageOf(mutation.error, noAnswerMessage) : undefined }
}
