import type { User } from "#contract/identity/account.ts"
import type { ProfileDocument } from "#contract/identity/profiles.ts"
import { apiBase, databaseId, projectId } from "#contract/project.ts"
import { limitRead } from "#web/lib/calls/read-limit.ts"

/** Who is here, as the hosted backend tells it. */
interface EarlyAnswers {
  account: User
  profile: ProfileDocument | null
}

/** What was asked early: null when anything about the answers was not as it should be, "late" when they took too long. */
type Early = EarlyAnswers | "late" | null

let early: Promise<Early> | null = null

/** What /app shows of a person beside who they are. */
const homePaths = ["/academy/journey", "/credits", "/generation-orders"] as const
type HomePath = (typeof homePaths)[number]

const earlyHome = new Map<HomePath, Promise<unknown>>()

/**
 * Asks who is here while the code that shows it is still loading.
 * @param isHome whether /app is opened, which shows some more
 */
export function askEarly(isHome: boolean): void {
  early = ask().catch((error: unknown) => (isTimeOver(error) ? "late" : null))
  if (!isHome) return
  for (const path of homePaths) {
    earlyHome.set(
      path,
      read(path).catch(() => null),
    )
  }
}

/**
 * One of these answers, once; null like the others. Not held against the contract, whose schemas come after
 * the first look at the page; what is asked later is.
 */
export async function takeEarlyHome<Answer>(path: HomePath): Promise<Answer | null> {
  const answer = earlyHome.get(path)
  earlyHome.delete(path)
  return ((await answer) ?? null) as Answer | null
}

/** The answers, once; null when they were not asked for too. */
export function takeEarly(): Promise<Early> {
  const answers = early ?? Promise.resolve(null)
  early = null
  return answers
}

async function ask(): Promise<EarlyAnswers> {
  const account = await read<User>(`${apiBase}/account`)
  const queries = [`equal("accountId",["${account.$id}"])`, "limit(1)"]
  const query = queries.map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`).join("&")
  const path = `${apiBase}/databases/${databaseId}/collections/profiles/documents?${query}`
  const { documents } = await read<{ documents: ProfileDocument[] }>(path)
  return { account, profile: documents[0] ?? null }
}

function isTimeOver(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError"
}

function read<Answer>(path: string): Promise<Answer> {
  return limitRead(async (limit) => {
    const answer = await fetch(path, { headers: { "x-appwrite-project": projectId }, signal: limit })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as Answer
  })
}
