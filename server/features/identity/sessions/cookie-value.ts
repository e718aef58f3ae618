import { RecordId } from "#contract/primitives.ts"
import { projectId } from "#contract/project.ts"

/** The two cookies of a session; the second is for browsers that refuse the first's attributes. */
export const cookieNames = [`a_session_${projectId}`, `a_session_${projectId}_legacy`] as const

/** What a session's value carries. */
export interface SessionValue {
  accountId: string
  secret: string
}

/** @returns the value of cookie and header: base64 of JSON */
export function encodeSession({ accountId, secret }: SessionValue): string {
  return Buffer.from(JSON.stringify({ id: accountId, secret })).toString("base64")
}

/** @returns null for anything that is not a session value */
export function decodeSession(text: string | undefined): SessionValue | null {
  if (!text || text.length > 1_000) return null
  try {
    const plain = text.includes("%") ? decodeURIComponent(text) : text
    const value: unknown = JSON.parse(Buffer.from(plain, "base64").toString("utf8"))
    if (typeof value !== "object" || value === null || !("id" in value) || !("secret" in value)) return null
    const { id, secret } = value
    const isSession = RecordId.safeParse(id).success && typeof secret === "string" && secret.length >= 32
    return isSession ? { accountId: String(id), secret } : null
  } catch {
    return null
  }
}

/** @returns the session value in the fallback header, whatever the header holds */
export function readFallback(header: string | undefined): string | undefined {
  if (!header || header.length > 4_000) return undefined
  try {
    const parsed: unknown = JSON.parse(header)
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined
    const value = (parsed as Record<string, unknown>)[cookieNames[0]]
    return typeof value === "string" ? value : undefined
  } catch {
    return undefined
  }
}

/** Stands in the fallback header for the secret: tells the page that a session exists, and signs nobody in. */
export const fallbackMarker = "signed-in"
