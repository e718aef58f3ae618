import { useEffect, useState } from "react"
import { useSearchParams } from "react-router"

/** What a link in our mails carries. */
export interface MailLink {
  userId: string
  secret: string
}

/** Reads the link once and takes the secret out of the address bar, so that it is not copied, bookmarked or logged. */
export function useMailLink(): MailLink {
  const [search] = useSearchParams()
  const [link] = useState(() => ({ userId: search.get("userId") ?? "", secret: search.get("secret") ?? "" }))
  useEffect(() => {
    if (location.search !== "") history.replaceState(history.state, "", location.pathname)
  }, [])
  return link
}
