import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router"
import { RouterProvider } from "react-router/dom"
import { routes } from "#web/app/router.tsx"
import "#web/styles/app.css"

const root = document.getElementById("root")
if (!root) throw new Error("The page has no #root")
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
