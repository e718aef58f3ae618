import { type ReactElement, StrictMode, startTransition } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { createBrowserRouter, RouterProvider } from "react-router"
import { readyRoutes } from "#web/app/ready-routes.ts"
import { routes } from "#web/app/router.tsx"
import "#web/styles/app.css"

function openApp(): ReactElement {
  return (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>
  )
}

/** Takes over a page that was built ahead, or draws the page into the empty shell. */
async function start(root: HTMLElement): Promise<void> {
  if (root.firstElementChild === null) {
    createRoot(root).render(openApp())
    return
  }
  await readyRoutes(routes, location)
  // As a transition it is done in small steps, between which a slow phone can still answer a finger.
  startTransition(() => {
    hydrateRoot(root, openApp())
  })
}

const root = document.getElementById("root")
if (!root) throw new Error("The page has no #root")
void start(root)
