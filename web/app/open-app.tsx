import { type ReactElement, StrictMode, startTransition, useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { createBrowserRouter, RouterProvider } from "react-router"
import { LoadTroubleBar } from "./connection/load-error-bar.tsx"
import { readyRoutes } from "./ready-routes.ts"
import { routes } from "./router.tsx"

/** Takes over a page that was built ahead, or draws the page into the empty shell. Done when the page is alive. */
export async function openApp(root: HTMLElement): Promise<void> {
  const isReady = root.firstElementChild !== null
  if (isReady) await readyRoutes(routes, location)
  // Facts for a page that stands already: the router then leaves it where the person has scrolled to.
  const router = createBrowserRouter(routes, isReady ? { hydrationData: { loaderData: {} } } : {})
  await new Promise<void>((resolve) => {
    const app = <App router={router} onAlive={resolve} />
    if (!isReady) createRoot(root).render(app)
    // As a transition it is done in small steps, between which a slow phone can still answer a finger.
    else startTransition(() => void hydrateRoot(root, app))
  })
}

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
  onAlive: () => void
}

function App({ router, onAlive }: AppProps): ReactElement {
  useEffect(onAlive, [onAlive])
  return (
    <StrictMode>
      <RouterProvider router={router} />
      <LoadTroubleBar
        wantedAddress={() => {
          const { location } = router.state.navigation
          return location && `${location.pathname}${location.search}`
        }}
      />
    </StrictMode>
  )
}
