import { z } from "zod"

/** Who may call: anyone, a person with a session, or a person whose address is confirmed. */
export type Access = "anyone" | "session" | "verified"

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Path with `:name` parts, exactly as in docs/product-rules.md#calls where it names one. */
  path: string
  /** Other paths that do the same, for the second SDK generation (docs/hosted-backend.md#two-generations). */
  aliases?: readonly string[]
  access: Access
  /**
   * Changes something and is nevertheless for sessions without an address, which may only read (docs/product-rules.md#anonymous-sessions): because
   * a visitor may do it as well, or to sign out, or to get an address.
   */
  isForAnonymousToo?: true
  /** Open also to a session that still awaits its second factor. */
  isForHalfSignedIn?: true
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
  /** Status of success; 200 unless told. 204 sends no body. */
  status?: 200 | 201 | 204
}

/** What a handler gets or a caller gives for one part of an endpoint; undefined where the endpoint has no such part. */
export type Given<E extends Endpoint, Part extends "params" | "query" | "body"> = E[Part] extends z.ZodType
  ? z.output<E[Part]>
  : undefined

/** Declares one call that the browser makes and the server answers. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition
}

/** The reply of a list that goes on: a page of lines, and the cursor with which the next one is asked for; null after the last. */
export const pageOf = <Line extends z.ZodType>(line: Line) =>
  z.object({ data: z.array(line), nextCursor: z.string().nullable() })

/** A cursor that is the number of a line. */
export const NumberedCursor = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
