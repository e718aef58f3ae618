import type { ReactElement, ReactNode } from "react"
import { CsvLink } from "./csv-link.tsx"
import { SavedViews } from "./saved-views.tsx"

interface ListHeadProps {
  title: string
  /** Address of the same list as a file; the filters are added. */
  csvPath: string
  /** The filters that are set, as the address has them. */
  query?: string
  children?: ReactNode
}

/** The top of a list: its name, what can be added, the operator's own views of it, and the list as a file. */
export function ListHead({ title, csvPath, query = "", children }: ListHeadProps): ReactElement {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{title}</h1>
        <div className="flex flex-wrap gap-3">
          {children}
          <CsvLink address={query === "" ? csvPath : `${csvPath}?${query}`} />
        </div>
      </div>
      <SavedViews query={query} />
    </div>
  )
}
