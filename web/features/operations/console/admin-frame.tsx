import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link, Outlet, useLocation } from "react-router"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { ErrorState } from "#web/ui/layout/empty-state.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { type Place, placeAt, placesFor } from "./places.ts"

/**
 * Around everything of operators: a role that waits for a second factor is led to set it up. The rail stands in the
 * studio's frame; on phones, where it is folded away, what cannot wait stands above the page.
 */
export function OperatorFrame(): ReactElement {
  const { data, isPending } = useQuery(ownRoleQuery)
  const here = placeAt(useLocation().pathname)
  if (isPending) return <Skeleton className="h-80" />
  const role = data?.role ?? null
  // The first page takes one-time links, which give a role to who has none.
  const isForLinks = role === null && here?.to === "/operator"
  // Said at once, before anything of it is asked for and refused.
  if (here && !isForLinks && !mayOperate(role, here.right)) return <Closed place={here} role={role} />
  if (!data?.needsSecondFactor) {
    const kept = placesFor(role).filter(({ isForPhones }) => isForPhones)
    // Where one is stands first when it is none of them, so that it is seen without scrolling.
    const near = here && kept.length > 0 && !kept.includes(here) ? [here, ...kept] : kept
    return (
      <>
        {near.length > 0 && (
          <nav
            aria-label="Most needed"
            className="scrolls-aside -mt-4 mb-6 flex gap-1 overflow-x-auto border-b border-line lg:hidden"
          >
            {near.map((place) => (
              <Link
                key={place.to}
                to={place.to}
                aria-current={place === here ? "page" : undefined}
                className={classNames(
                  "-mb-px flex min-h-11 shrink-0 items-center border-b-2 px-3 font-medium",
                  place === here ? "border-indigo text-indigo" : "border-transparent text-ink-soft hover:text-ink",
                )}
              >
                {place.label}
              </Link>
            ))}
          </nav>
        )}
        <Outlet />
      </>
    )
  }
  return (
    <div className="grid max-w-measure justify-items-start gap-6">
      <h1 className="text-3xl">Protect your role first</h1>
      <p className="text-lg text-ink-soft">
        You work here as {data.role}. Operators see other people's records, so they sign in with a code of an
        authenticator app as well.
      </p>
      <LinkButton size="large" to="/account?to=/operator#two-step">
        Set up two-step sign-in
      </LinkButton>
    </div>
  )
}

/** In the place of a part that a role does not open, and of the whole console for who has none. */
function Closed({ place, role }: { place: Place; role: OperatorRole | null }): ReactElement {
  return (
    <>
      <h1 className="sr-only">{place.label}</h1>
      {role === null ? (
        <ErrorState
          title="This part is for our team"
          text="Your account has no role here. If somebody invited you, open the link of the invitation."
          action={<LinkButton to="/app">Dashboard</LinkButton>}
        />
      ) : (
        <ErrorState
          title={`${place.label}: not open to your role`}
          text={`You work here as ${role}. An owner can give you another role.`}
          action={<LinkButton to="/operator">Today</LinkButton>}
        />
      )}
    </>
  )
}
