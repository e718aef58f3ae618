import type { ReactElement } from "react"
import { Outlet, ScrollRestoration } from "react-router"
import { PageChange } from "./page-change.tsx"

/** Around every page: the window's title, scroll positions. */
export function Root(): ReactElement {
  return (
    <>
      <PageChange />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
