import { parseQueries } from "#contract/query.ts"
import { QueryError } from "#contract/query-call.ts"
import { AppError } from "#server/platform/errors.ts"

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
