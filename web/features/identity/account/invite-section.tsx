import { useQuery } from "@tanstack/react-query"
import { Copy } from "lucide-react"
import { type ReactElement, useId } from "react"
import { referralDays, referralsPerMonth } from "#contract/catalogue/referrals.ts"
import { getOwnReferral, type OwnReferral } from "#contract/money/referrals.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Section } from "./section.tsx"

/** The person's own invitation link; nothing where this installation gives nothing for it. */
export function InviteSection(): ReactElement | null {
  const { data } = useQuery({
    queryKey: queryKeys.ownReferral,
    queryFn: async () => (await call(getOwnReferral)).data,
  })
  if (!data || data.link === null) return null
  return <Invite link={data.link} referral={data} />
}

function Invite({ link, referral }: { link: string; referral: OwnReferral }): ReactElement {
  const { credits, joined, rewarded } = referral
  const linkId = useId()
  return (
    <Section
      id="invite"
      title="Invite a friend"
      intro={`When they buy something for the first time, you both get ${formatNumber(credits)} credits.`}
    >
      <div className="grid gap-2">
        <label htmlFor={linkId} className="font-medium">
          Your link
        </label>
        <div className="flex flex-wrap gap-3">
          <input
            id={linkId}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
            className="min-h-11 min-w-0 grow basis-60 rounded-control border border-line-strong bg-surface px-3.5 text-ink"
          />
          <Button variant="secondary" onClick={() => copy(link)}>
            <Copy aria-hidden="true" />
            Copy link
          </Button>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Figure name="Joined by your link" value={joined} />
        <Figure name="Credits you got" value={rewarded * credits} />
      </dl>
      <p className="text-sm text-ink-soft">
        They sign up by your link on their own device, with an address that is new here, confirm it, and buy within{" "}
        {referralDays} days. You get credits for at most {referralsPerMonth} people in 30 days, one from each network.
      </p>
    </Section>
  )
}

function Figure({ name, value }: { name: string; value: number }): ReactElement {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-medium tabular-nums">{formatNumber(value)}</dd>
    </div>
  )
}

function copy(link: string): void {
  // Browsers offer the clipboard on secure pages only; the link can be marked by hand then.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const failed = () => notify.error("Failed to copy")
  if (clipboard === undefined) failed()
  else void clipboard.writeText(link).then(() => notify.success("Copied."), failed)
}
