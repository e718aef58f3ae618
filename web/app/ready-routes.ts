import { matchRoutes, type RouteObject } from "react-router"

/**
 * Loads the code of every route on the way to an address and puts it where the router finds it at once. A page that was
 * built ahead can then be taken over as it stands; otherwise taking over would begin with the empty fallback.
 */
export async function readyRoutes(routes: RouteObject[], address: { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return
      const loaded = await route.lazy()
      Object.assign(route, loaded)
      delete route.lazy
    }),
  )
}
