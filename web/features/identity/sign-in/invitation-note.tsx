import { useQuery } from "@tanstack/react-query"
import { Gift } from "lucide-react"
import { type ReactElement, useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { referralDays } from "#contract/catalogue/referrals.ts"
import { getInvitation } from "#contract/money/referrals.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { findInvitation, keepInvitation } from "#web/lib/session/invitation.ts"

/** What somebody who came by an invitation gets; nothing for everybody else. */
export function InvitationNote(): ReactElement | null {
  const [search] = useSearchParams()
  const [code, setCode] = useState<string | null>(null)
  // The page was built ahead, for nobody in particular.
  useEffect(() => setCode(findInvitation(search)), [search])
  const { data } = useQuery({
    queryKey: ["getInvitation", code],
    queryFn: async () => (await call(getInvitation, { query: { code: code ?? "" } })).data,
    enabled: code !== null,
  })
  const credits = data?.credits ?? null
  useEffect(() => {
    if (code !== null && credits !== null) keepInvitation(code)
  }, [code, credits])
  if (credits === null) return null
  return (
    <p role="status" className="mb-4 flex gap-3 rounded-control bg-leaf-wash p-4 text-ink">
      <Gift aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <span>
        You were invited. Confirm your address and buy something within {referralDays} days, and you and your friend get{" "}
        {formatNumber(credits)} credits each.
      </span>
    </p>
  )
}
