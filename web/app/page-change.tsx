import { type ReactElement, useEffect, useRef } from "react"
import { useLocation, useMatches, useNavigation } from "react-router"
import { product } from "#contract/brand.ts"
import { usePage } from "./frames/use-page.ts"
import { mainId } from "./layouts/skip-link.tsx"

/** Names the window after the page, and puts the focus on the new page's heading, so that a screen reader says it. */
export function PageChange(): ReactElement | null {
  const { pathname, search } = useLocation()
  const page = usePage()
  const params = useMatches().at(-1)?.params ?? {}
  const title = page.titleFor?.({ params, search: new URLSearchParams(search) }) ?? page.title
  const shownPath = useRef(pathname)
  const isWaiting = useNavigation().state === "loading"

  useEffect(() => {
    document.title = title === "" ? product.name : `${title} · ${product.name}`
  }, [title])

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    const heading = document.querySelector<HTMLElement>("h1") ?? document.getElementById(mainId)
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])

  if (!isWaiting) return null
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden">
      <span className="sr-only">Loading</span>
      <div className="h-full w-2/5 animate-travel bg-ochre" />
    </div>
  )
}
