import type { ReactNode } from "react"

/** What a route says of itself in its `handle`: the frame around the screen shows it. */
export interface Page {
  /** Title of the window, and heading of the frames that draw one. */
  title: string
  /** A closer title of the window for what the path or the query names. */
  titleFor?: (address: {
    params: Readonly<Record<string, string | undefined>>
    search: URLSearchParams
  }) => string | undefined
  /** A sentence under the heading. */
  intro?: ReactNode
  /** Links under a form. */
  footer?: ReactNode
}

/** Whether a route's `handle` is a page. */
export function isPage(handle: unknown): handle is Page {
  return typeof handle === "object" && handle !== null && "title" in handle && typeof handle.title === "string"
}
