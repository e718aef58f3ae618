import type { ReactElement } from "react"
import { Outlet, ScrollRestoration } from "react-router"
import { Toaster } from "#web/ui/toast.tsx"
import { PageChange } from "./page-change.tsx"

/** Around every page: messages, the window's title, scroll positions. */
export function Root(): ReactElement {
  return (
    <>
      <PageChange />
      <Outlet />
      <ScrollRestoration />
      <Toaster />
    </>
  )
}
