import type { User } from "#contract/hosted/account.ts"
import { apiBase, databaseId, projectId } from "#contract/hosted/project.ts"
import type { ProfileDocument } from "#contract/product/profile.ts"

/** Who is here, as the hosted backend tells it. */
interface EarlyAnswers {
  account: User
  profile: ProfileDocument | null
}

let early: Promise<EarlyAnswers | null> | null = null

/** Asks who is here while the code that shows it is still loading. */
export function askEarly(): void {
  early = ask().catch(() => null)
}

/** The answers, once; null when they were not asked for, or when anything about them was not as it should be. */
export function takeEarly(): Promise<EarlyAnswers | null> {
  const answers = early ?? Promise.resolve(null)
  early = null
  return answers
}

async function ask(): Promise<EarlyAnswers> {
  const account = await read<User>("/account")
  const queries = [`equal("accountId",["${account.$id}"])`, "limit(1)"]
  const query = queries.map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`).join("&")
  const path = `/databases/${databaseId}/collections/profiles/documents?${query}`
  const { documents } = await read<{ documents: ProfileDocument[] }>(path)
  return { account, profile: documents[0] ?? null }
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${apiBase}${path}`, { headers: { "x-appwrite-project": projectId } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as Answer
}
