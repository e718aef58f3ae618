import type { z } from "zod"

/** Who may call: anyone, a person with a session, or a person whose address is confirmed. */
export type Access = "anyone" | "session" | "verified"

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Path with `:name` parts, exactly as in specification §7 where it names one. */
  path: string
  /** Other paths that do the same, for the second SDK generation (contract §2.2). */
  aliases?: readonly string[]
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** Status of success; 200 unless told. 204 sends no body. */
  status?: 200 | 201 | 204
}

/** Declares one call that the browser makes and the server answers. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition
}
