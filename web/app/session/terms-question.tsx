import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import { termsStateQuery } from "#web/lib/session/terms-state.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

const load = async () => (await import("./terms-dialog.tsx")).TermsDialog

/** Asks whoever agreed to older terms, once, whether they agree to those that hold (docs/product-rules.md#terms-of-use). */
export function TermsQuestion(): ReactElement | null {
  const { data: terms } = useQuery(termsStateQuery)
  const { part: TermsDialog, want } = useLazyPart(load)
  const isAsked = terms?.isAccepted === false
  useEffect(() => {
    if (isAsked) want()
  }, [isAsked, want])
  return isAsked && TermsDialog ? <TermsDialog version={terms.version} change={terms.change} /> : null
}
