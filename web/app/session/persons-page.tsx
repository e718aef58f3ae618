import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { LoadingScreen } from "#web/app/layouts/loading-screen.tsx"
import { goOn, watchSessionEnd } from "#web/lib/calls/ended-session.ts"
import { type CurrentUser, currentUserQuery, PersonAway } from "#web/lib/session/session.ts"
import { forgetPerson } from "#web/lib/session/sign-out.ts"
import { restoreStoredSession } from "#web/lib/session/stored-session.ts"
import { closeStored } from "#web/lib/stored/browser-store.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

const loadQuestion = async () => (await import("./session-ended.tsx")).SessionEnded

interface PersonsPageProps {
  /** What is there for somebody who comes without a session, or without the code it takes. */
  otherwise: ReactNode
  children: ReactNode
}

/**
 * The page of whoever is signed in. When their session ends it is hidden and waits for them, with everything typed in it
 * and what was being sent; anybody else who signs in finds a page of their own (docs/product-rules.md#session-ended).
 */
export function PersonsPage({ otherwise, children }: PersonsPageProps): ReactElement {
  const queries = useQueryClient()
  const { data } = useQuery(currentUserQuery)
  const here = data && !data.needsCode ? data : null
  const [owner, setOwner] = useState<CurrentUser | null>(null)
  const isOther = here !== null && owner !== null && here.id !== owner.id
  if (here && !isOther && here !== owner) setOwner(here)
  const isAway = owner !== null && here === null
  const hasOwner = owner !== null
  useEffect(() => {
    if (!hasOwner) return
    return watchSessionEnd(() => {
      void closeStored()
      queries.setQueryData(currentUserQuery.queryKey, null)
    })
  }, [hasOwner, queries])
  /** What had the focus before the page was hidden, which takes it away. */
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isAway) return
    focused.current = document.activeElement ?? document.body
    const page = document.documentElement
    page.dataset.personAway = "yes"
    return () => {
      // Seen again at once: what fades in slowly could not take the focus yet.
      page.dataset.personAway = "over"
      page.getBoundingClientRect()
      delete page.dataset.personAway
    }
  }, [isAway])
  useEffect(() => {
    if (isAway || isOther || focused.current === null) return
    if (focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
    goOn(true)
    void queries.invalidateQueries()
  }, [isAway, isOther, queries])
  if (isOther) return <OtherPerson />
  if (!owner) return <>{otherwise}</>
  return (
    <PersonAway value={isAway ? owner : null}>
      {children}
      {isAway && <Away owner={owner} needsCode={data?.needsCode ?? false} />}
    </PersonAway>
  )
}

/** Puts the question. */
function Away({ owner, needsCode }: { owner: CurrentUser; needsCode: boolean }): ReactElement | null {
  const { part: SessionEnded, want } = useLazyPart(loadQuestion)
  useEffect(want, [want])
  return SessionEnded ? <SessionEnded owner={owner} needsCode={needsCode} /> : null
}

/** Leaves a page that is another person's, with everything that is kept of them here. */
function OtherPerson(): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const forgotten = forgetPerson(queries, { keepsUnsent: true })
    // Before anything is waited for: a page that finds nobody stored here would lead to the sign-in.
    restoreStoredSession()
    void forgotten.then(() => navigate("/app", { replace: true }))
  }, [queries, navigate])
  return <LoadingScreen />
}
