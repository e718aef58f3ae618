import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router"
import type { z } from "zod"

/** The part of the page's address that says what it shows. */
export interface AddressQuery {
  /** As it was when the page was last drawn. */
  drawn: URLSearchParams
  /** Changes it without a new entry in the history. */
  change: (edit: (query: URLSearchParams) => void) => void
}

/** All that one screen keeps in its address goes through one of these: each change goes on from the one before. */
export function useAddressQuery(): AddressQuery {
  const [drawn, setQuery] = useSearchParams()
  // The router gives the address it last drew: of two changes in a row, the second would undo the first.
  const newest = useRef(drawn)
  useEffect(() => {
    newest.current = drawn
  }, [drawn])
  return {
    drawn,
    change: (edit) => {
      const after = new URLSearchParams(newest.current)
      edit(after)
      newest.current = after
      setQuery(after, { replace: true })
    },
  }
}

interface Filters<Schema extends z.ZodObject> {
  /** Those that are set and that the call knows. */
  values: Partial<z.input<Schema>>
  /** The same as an address has them, for files and saved views. */
  query: string
  /** Sets one, or takes it away with "". */
  set: (name: keyof z.input<Schema> & string, value: string) => void
}

/** The filters of a list, which stand in the address under the names its call has for them; others are passed over. */
export function useFilters<Schema extends z.ZodObject>(schema: Schema): Filters<Schema> {
  return readFilters(schema, useAddressQuery())
}

/** The same for a screen that keeps more than filters in its address. */
export function readFilters<Schema extends z.ZodObject>(
  schema: Schema,
  { drawn, change }: AddressQuery,
): Filters<Schema> {
  const pairs = Object.keys(schema.shape).flatMap((name): [string, string][] => {
    const value = drawn.get(name) ?? ""
    return value !== "" && schema.partial().safeParse({ [name]: value }).success ? [[name, value]] : []
  })
  return {
    values: Object.fromEntries(pairs) as Partial<z.input<Schema>>,
    query: new URLSearchParams(pairs).toString(),
    set: (name, value) => change((query) => (value === "" ? query.delete(name) : query.set(name, value))),
  }
}
