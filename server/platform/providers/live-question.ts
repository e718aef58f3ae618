import type { z } from "zod"

/** Answers of the services so far, by the recorded answer they belong to. */
export type Told = ReadonlyMap<string, unknown>

/** What is sent to a service: with a body by POST, else by GET. */
export interface LiveRequest {
  url: string
  headers?: Record<string, string>
  /** JSON of an object; a form as it is. */
  body?: object | URLSearchParams | FormData
}

/** A recorded answer, asked of the real service again. Its status is the recorded one. */
export interface Question {
  /** Name of the recorded answer, such as `replicate/prediction`. */
  shape: string
  /** @param phone who may get a message; null: nobody @returns null where there is nothing yet that could be asked about */
  request: (told: Told, phone: string | null) => LiveRequest | null
  /** What the product reads of it; null where the status is all that counts. */
  schema: z.ZodType | null
  /** The part of the answer that is recorded; undefined where the service has none to show. */
  part?: (body: unknown) => unknown
}

export function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` }
}
