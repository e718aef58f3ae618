import { Copy, Download } from "lucide-react"
import type { ReactElement } from "react"
import { product } from "#contract/brand.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Codes for the day the phone is gone, with ways to keep them; they are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactElement {
  const text = `${codes.join("\n")}\n`
  const sheet = `${product.name}: recovery codes. Each works once.\n\n${text}`
  const copy = async (): Promise<void> => {
    if (await copyText(text)) notify.success("Copied")
    else notify.error("They could not be copied. Write them down.")
  }
  return (
    <div className="grid gap-5">
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-2 rounded-card bg-indigo-wash p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-mono tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(sheet)}`}
          download={`${product.name.toLowerCase()}-recovery-codes.txt`}
          className={buttonLook({ variant: "secondary" })}
        >
          <Download aria-hidden="true" />
          Download
        </a>
      </div>
    </div>
  )
}
