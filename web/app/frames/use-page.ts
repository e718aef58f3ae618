import { useMatches } from "react-router"
import { isPage, type Page } from "#web/lib/page/page.ts"

const untitled: Page = { title: "" }

/** What the innermost matched route says of itself. */
export function usePage(): Page {
  return (
    useMatches()
      .map((match) => match.handle)
      .findLast(isPage) ?? untitled
  )
}
