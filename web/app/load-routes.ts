import type { RouteObject } from "react-router"
import { loadPart } from "#web/ui/overlay/load-error.ts"

/** The same routes, whose code is asked for again when it could not be fetched, while the screen before them stays. */
export function keepScreens(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route): RouteObject => {
    const { lazy, children } = route
    const kept = typeof lazy === "function" ? { ...route, lazy: () => loadPart(lazy) } : route
    return children ? ({ ...kept, children: keepScreens(children) } as RouteObject) : kept
  })
}
