import { listDocuments } from "#contract/hosted/documents.ts"
import type { RegisterOptions, RouteLimit } from "./register-route.ts"

const hour = 3_600

/** At most `max` calls by one signed-in person within the time. */
export function perPerson(max: number, windowSeconds: number): RouteLimit {
  return {
    max,
    windowSeconds,
    by: ({ caller }) => (caller.kind === "person" ? `account:${caller.accountId}` : null),
  }
}

/** At most `max` calls from one network within the time. */
export function perNetwork(max: number, windowSeconds: number): RouteLimit {
  return { max, windowSeconds, by: ({ ip }) => `ip:${ip}` }
}

/**
 * Lists of people who are not signed in, per network and all counted together: they cost the most and name nobody. A
 * session without an address is a guest's too: anybody gets as many as they like.
 */
export const guestLists: Pick<RegisterOptions, "limits" | "countsAs"> = {
  limits: [
    {
      max: 300,
      windowSeconds: 60,
      by: ({ ip, caller }) =>
        caller.kind === "guest" || (caller.kind === "person" && caller.isAnonymous) ? `guest ip:${ip}` : null,
    },
  ],
  countsAs: listDocuments,
}

/** At most `max` calls an hour from one network. */
export function hourlyPerNetwork(max: number): RouteLimit {
  return perNetwork(max, hour)
}

/** At most `max` calls an hour by one signed-in person. */
export function hourlyPerPerson(max: number): RouteLimit {
  return perPerson(max, hour)
}

/** At most `max` calls an hour with the same text in one field of the body. */
export function hourlyPerField(
  max: number,
  field: string,
  normalise: (text: string) => string = lowerCase,
): RouteLimit {
  return perField(max, hour, field, normalise)
}

/** At most `max` calls a day with the same text in one field of the body. */
export function dailyPerField(max: number, field: string): RouteLimit {
  return perField(max, 24 * hour, field, lowerCase)
}

function lowerCase(text: string): string {
  return text.trim().toLowerCase()
}

function perField(max: number, windowSeconds: number, field: string, normalise: (text: string) => string): RouteLimit {
  return {
    max,
    windowSeconds,
    by: ({ body }) => (typeof body[field] === "string" ? `${field}:${normalise(body[field])}` : null),
  }
}
