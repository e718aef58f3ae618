import type { Query } from "@tanstack/react-query"
import { readStored, storedOwner } from "#web/lib/stored/browser-store.ts"

/** An answer as it lies in the store. */
export interface KeptAnswer {
  /** When the server gave it, in ms. */
  keptAt: number
  /** Which build keeps it: another one may read it wrongly. */
  build: string
  data: unknown
}

/** Name in the store. */
export function nameOf(query: Query): string {
  return `answer:${query.queryHash}`
}

/** The first script's address, whose name changes with any file of the build. */
export function build(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? ""
}

function isOfThisBuild(kept: unknown): kept is KeptAnswer {
  return typeof kept === "object" && kept !== null && "build" in kept && kept.build === build()
}

/** What is kept of an answer for whoever was here last; null for nothing that this build can read. */
export async function recall(query: Query): Promise<KeptAnswer | null> {
  const owner = await storedOwner()
  const kept = owner === null ? undefined : await readStored(owner, nameOf(query))
  return isOfThisBuild(kept) ? kept : null
}
