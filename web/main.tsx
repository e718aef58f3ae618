import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router"
import { RouterProvider } from "react-router/dom"
import { routes } from "#web/app/router.tsx"
import { createQueryClient } from "#web/lib/query-client.ts"
import { hasStoredSession } from "#web/lib/stored-session.ts"
import "#web/styles/app.css"

const queries = createQueryClient()
// Asked while the page's own code is still loading, so that the guard need not wait; visitors load none of this.
if (hasStoredSession()) {
  void import("#web/lib/session.ts").then(({ currentUserQuery }) => queries.prefetchQuery(currentUserQuery))
}

const root = document.getElementById("root")
if (!root) throw new Error("The page has no #root")
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
)
