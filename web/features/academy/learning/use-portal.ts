import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { getPortal, type Portal } from "#contract/academy/learning.ts"
import { useClassLooks } from "#web/lib/academy/poll-classes.ts"
import { call } from "#web/lib/calls/call.ts"
import { isWorthAsking, readPortal, type Shown } from "./offline/offline-lessons.ts"

export const portalKey = ["getPortal"]

/** Time between two looks for a server that did not answer, in ms. */
export const pollEveryMs = 10_000

/**
 * A learner's program, looked at again when the door of a class opens or closes, or its copy where the server cannot be
 * asked.
 * @param place which one; "" for the one under way
 */
export function usePortal(reader: string, place: string): UseQueryResult<Shown<Portal>> {
  const looks = useClassLooks((shown: Shown<Portal>) => (shown.keptAt ? null : shown.data))
  return useQuery({
    ...looks,
    queryKey: [...portalKey, place],
    queryFn: () =>
      readPortal(reader, place, async () => (await call(getPortal, { query: place === "" ? {} : { place } })).data),
    retry: isWorthAsking,
    refetchInterval: (asked) => (asked.state.data?.keptAt ? pollEveryMs : looks.refetchInterval(asked)),
  })
}
