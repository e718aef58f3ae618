import { matchRoutes } from "react-router"
import { expect, test } from "vitest"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { waitingKinds } from "#contract/operations/today.ts"
import { signedInRoutes } from "#web/app/signed-in-routes.ts"
import { placesFor } from "./places.ts"

test.each(Object.entries(waitingKinds))("%s leads to a part of the console that its role opens", (_, { right, to }) => {
  expect(matchRoutes(signedInRoutes, to)).not.toBeNull()
  const roles = OperatorRole.options.filter((role) => mayOperate(role, right))
  expect(roles.length).toBeGreaterThan(0)
  const { pathname } = new URL(to, "https://aworan.example")
  for (const role of roles) {
    const open = placesFor(role).filter((place) =>
      place.isExact ? pathname === place.to : pathname === place.to || pathname.startsWith(`${place.to}/`),
    )
    expect([role, pathname, open.length]).toEqual([role, pathname, 1])
  }
})
