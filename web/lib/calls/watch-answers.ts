import type { Query, QueryClient } from "@tanstack/react-query"
import { changeStored } from "#web/lib/stored/browser-store.ts"
import { copies, sessionKey } from "./kept-answers.ts"
import { queryKeys } from "./query-keys.ts"
import { build, type KeptAnswer, nameOf } from "./recall-answer.ts"

/** Pages of a list that are kept: of pictures the last 200. */
const keptPages = 8

/** Time between two looks whether the server answers again, in ms. */
const pollEveryMs = 5_000

/**
 * Keeps answers for a time without a network, those that are there already too, and asks again while copies stand in for them.
 * @returns what ends it
 */
export function watchAnswers(queries: QueryClient): () => void {
  const cache = queries.getQueryCache()
  let timer: ReturnType<typeof setTimeout> | undefined

  const lookAgain = (): void => {
    clearTimeout(timer)
    timer = undefined
    const copied = cache.getAll().filter((query) => copies.has(query))
    // Who is here comes first: nobody else's answers are wanted.
    const first = copied.find(({ queryKey }) => queryKey[0] === sessionKey)
    for (const query of first ? [first] : copied) {
      if (query.isActive()) query.fetch().catch(() => undefined)
      else if (query !== first) cache.remove(query)
    }
    if (copied.length > 0) wait()
  }
  const wait = (): void => {
    timer ??= setTimeout(lookAgain, pollEveryMs)
  }
  addEventListener("online", lookAgain)

  for (const query of cache.getAll()) {
    if (copies.has(query)) wait()
    else if (query.meta?.isKept && query.state.data !== undefined) void keep(queries, query)
  }
  const leave = cache.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return
    const { query } = event
    if (copies.has(query)) wait()
    else if (query.meta?.isKept) void keep(queries, query)
    if (query.queryKey[0] === sessionKey && !copies.has(query) && timer) lookAgain()
  })
  return () => {
    leave()
    clearTimeout(timer)
    removeEventListener("online", lookAgain)
  }
}

async function keep(queries: QueryClient, query: Query): Promise<void> {
  const person = queries.getQueryData<{ id: string } | null>(queryKeys.currentUser)
  if (!person?.id) return
  const kept: KeptAnswer = { keptAt: query.state.dataUpdatedAt, build: build(), data: firstPages(query.state.data) }
  await changeStored(person.id, nameOf(query), () => kept)
}

/** The first pages of a list that is read in pages; anything else as it is. */
function firstPages(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("pages" in data && "pageParams" in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, keptPages), pageParams: pageParams.slice(0, keptPages) }
}
