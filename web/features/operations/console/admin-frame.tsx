import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { NavLink, Outlet } from "react-router"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { placesFor } from "./places.ts"

/**
 * Around everything of operators: a role that waits for a second factor is led to set it up. The rail stands in the
 * studio's frame; on phones, where it is folded away, what cannot wait stands above the page.
 */
export function OperatorFrame(): ReactElement {
  const { data, isPending } = useQuery(ownRoleQuery)
  if (isPending) return <Skeleton className="h-80" />
  if (!data?.needsSecondFactor) {
    const near = placesFor(data?.role ?? null).filter(({ isForPhones }) => isForPhones)
    return (
      <>
        {near.length > 0 && (
          <nav
            aria-label="Most needed"
            className="-mt-4 mb-6 flex gap-1 overflow-x-auto border-b border-line lg:hidden"
          >
            {near.map(({ to, label, isExact = false }) => (
              <NavLink
                key={to}
                to={to}
                end={isExact}
                className={({ isActive }) =>
                  classNames(
                    "-mb-px flex min-h-11 items-center border-b-2 px-3 font-medium",
                    isActive ? "border-indigo text-indigo" : "border-transparent text-ink-soft hover:text-ink",
                  )
                }
              >
                {label}
              </NavLink>
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
        authenticator app as well. Setting it up takes a minute.
      </p>
      <LinkButton size="large" to="/account?to=/operator#two-step">
        Set up two-step sign-in
      </LinkButton>
    </div>
  )
}
