import { Download } from "lucide-react"
import type { ReactElement } from "react"
import { buttonLook } from "#web/ui/button/button-style.ts"

/** A list as a file for spreadsheets, which the browser saves while it arrives. @param address with the filters that are set */
export function CsvLink({ address }: { address: string }): ReactElement {
  return (
    <a href={address} download className={buttonLook({ variant: "secondary" })}>
      <Download aria-hidden="true" className="size-5" />
      Download as CSV
    </a>
  )
}
