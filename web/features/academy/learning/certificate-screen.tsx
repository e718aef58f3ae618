import { useQuery } from "@tanstack/react-query"
import { Award, CircleX, Printer } from "lucide-react"
import type { ReactElement } from "react"
import { useParams } from "react-router"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import { type Certificate, getCertificate } from "#contract/academy/learning.ts"
import { product } from "#contract/brand.ts"
import { FileSize } from "#web/content/file-size.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Loaded } from "./loaded.tsx"

/** /certificate/:code: what anybody sees who checks a certificate. */
export function CertificateScreen(): ReactElement {
  const { code = "" } = useParams()
  const certificate = useQuery({
    queryKey: ["getCertificate", code],
    queryFn: async () => (await call(getCertificate, { params: { code: code.toUpperCase() } })).data,
    retry: false,
  })
  return (
    <div className="mx-auto w-full max-w-3xl">
      <Loaded query={certificate} title="No certificate was found">
        {(data) => (data.isWithdrawn ? <Withdrawn certificate={data} /> : <Valid certificate={data} />)}
      </Loaded>
    </div>
  )
}

function Withdrawn({ certificate }: { certificate: Certificate }): ReactElement {
  const { code, programId, programName, isYours } = certificate
  return (
    <Card className="grid justify-items-center gap-4 p-10 text-center">
      <CircleX aria-hidden="true" className="size-12 text-clay" />
      <h1 className="text-3xl">This certificate was withdrawn</h1>
      <p className="text-ink-soft">
        The certificate with the code <span className="whitespace-nowrap">{code}</span> was taken back by {product.name}{" "}
        Academy. It proves nothing any more, and neither do copies of it on paper, as PDF or as badge.
      </p>
      <p className="text-ink-soft">
        {isYours
          ? "It was issued to you. Ask us why it was withdrawn, or tell us if you think that this is wrong."
          : "If somebody showed it to you, ask them about it, or us."}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to="/contact">Contact us</LinkButton>
        <LinkButton to={programAddress(programId)} variant="secondary">
          About {programName}
        </LinkButton>
      </div>
    </Card>
  )
}

function Valid({ certificate }: { certificate: Certificate }): ReactElement {
  const { code, name, programName, cohort, issuedOn, url, qrUrl, isYours } = certificate
  return (
    <div className="grid gap-8">
      <Card tone="raised" className="grid gap-8 p-8 sm:p-12">
        <div className="flex flex-wrap items-start justify-between gap-6">
          <div className="grid gap-2">
            <Award aria-hidden="true" className="size-12 text-ochre" />
            <p className="font-medium text-indigo">{product.name} Academy</p>
          </div>
          <img
            src={new URL(qrUrl).pathname + new URL(qrUrl).search}
            alt={`Code that leads to ${url}`}
            width={120}
            height={120}
            className="rounded-control bg-white p-1"
          />
        </div>
        <div className="grid gap-3">
          <p className="text-ink-soft">This is to certify that</p>
          <h1 className="text-4xl font-bold">{name}</h1>
          <p className="text-lg">
            has completed the program <strong className="font-semibold">{programName}</strong> with cohort {cohort}:
            every required lesson, quiz and task.
          </p>
        </div>
        <p className="text-ink-soft tabular-nums">
          Issued on {formatDate(issuedOn)} · Code <span className="whitespace-nowrap">{code}</span>
        </p>
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a href={`/certificates/${code}/certificate.pdf`} className={buttonLook({})}>
          Download PDF <FileSize address={`/certificates/${code}/certificate.pdf`} />
        </a>
        <a href={`/certificates/${code}/badge.jwt`} className={buttonLook({ variant: "secondary" })}>
          Download badge
        </a>
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <p className="-mt-4 text-ink-soft print:hidden">
        The badge is a signed file (Open Badges 3.0) for wallets and sites that collect badges.{" "}
        <TextLink to="/badge">Check a badge</TextLink>
      </p>
      {isYours && <LinkedIn certificate={certificate} />}
    </div>
  )
}

/** What its owner copies into the form of LinkedIn, field by field. */
function LinkedIn({ certificate }: { certificate: Certificate }): ReactElement {
  const { code, programName, cohort, issuedOn, url } = certificate
  const facts = [
    ["Name", `${programName}, cohort ${cohort}`],
    ["Issuing organisation", `${product.name} Academy`],
    ["Issue date", formatDate(issuedOn)],
    ["Credential ID", code],
    ["Credential URL", url],
  ] as const
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify.success("Copied."),
      () => notify.error("Failed to copy"),
    )
  return (
    <section aria-labelledby="fields" className="grid gap-3 print:hidden">
      <h2 id="fields" className="text-xl">
        For your LinkedIn profile
      </h2>
      <dl className="grid divide-y divide-line rounded-card border border-line">
        {facts.map(([label, value]) => (
          <div key={label} className="grid items-center gap-x-4 px-4 py-2 sm:grid-cols-[11rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="flex min-w-0 items-center gap-4">
              <span className="min-w-0 grow wrap-anywhere">{value}</span>
              <Button variant="quiet" aria-label={`Copy ${label.toLowerCase()}`} onClick={() => copy(value)}>
                Copy
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
