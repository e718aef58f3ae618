import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { backToStudioItem } from "#web/app/layouts/studio-items.ts"
import type { StudioItem } from "#web/app/layouts/studio-navigation.tsx"
import { placesFor } from "#web/features/operations/console/places.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"

/** Tells the frame which parts of the console the operator may open; null for whoever has no role. Shows nothing itself. */
export function ConsoleRail({ onItems }: { onItems: (items: readonly StudioItem[] | null) => void }): null {
  const { data, isPending } = useQuery(ownRoleQuery)
  const role = data?.role ?? null
  useEffect(() => {
    if (!isPending) onItems(role === null ? null : [...placesFor(role), backToStudioItem])
  }, [isPending, role, onItems])
  return null
}
