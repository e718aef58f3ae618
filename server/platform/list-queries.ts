import { parseQueries } from "#contract/hosted/query.ts"
import { QueryError } from "#contract/hosted/query-call.ts"
import { AppError } from "./errors.ts"

/** Reads the queries of a list call. @throws AppError `general_query_invalid` */
export function readListQueries(texts: readonly string[]): ReturnType<typeof parseQueries> {
  try {
    return parseQueries(texts)
  } catch (error) {
    if (error instanceof QueryError) throw refuseQuery(error.message)
    throw error
  }
}

/** What a list call is answered that asks for something the list cannot do. */
export function refuseQuery(reason: string): AppError {
  return new AppError("general_query_invalid", `Invalid query: ${reason}`)
}
