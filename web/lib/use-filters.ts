import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router"
import type { z } from "zod"

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
  const [address, setAddress] = useSearchParams()
  // The router gives the address it last drew: of two changes in a row, the second would undo the first.
  const newest = useRef(address)
  useEffect(() => {
    newest.current = address
  }, [address])
  const pairs = Object.keys(schema.shape).flatMap((name): [string, string][] => {
    const value = address.get(name) ?? ""
    return value !== "" && schema.partial().safeParse({ [name]: value }).success ? [[name, value]] : []
  })
  return {
    values: Object.fromEntries(pairs) as Partial<z.input<Schema>>,
    query: new URLSearchParams(pairs).toString(),
    set: (name, value) => {
      const after = new URLSearchParams(newest.current)
      if (value === "") after.delete(name)
      else after.set(name, value)
      newest.current = after
      setAddress(after, { replace: true })
    },
  }
}
