import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  CertificateFilters,
  listCertificates,
  listCertificatesCsv,
  type StaffCertificate,
  withdrawCertificate,
} from "#contract/academy/teaching.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { reasonHint } from "#web/content/reason-hint.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { useOwnRole } from "#web/lib/session/own-role.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

import { BadgeKeys } from "./badge-keys.tsx"

const queryKey = ["listCertificates"]

const states = [
  { value: "valid", label: "Valid" },
  { value: "withdrawn", label: "Withdrawn" },
]

/** Certificates that were issued, and what was withdrawn of them. */
export function CertificateDesk(): ReactElement {
  const { values, query, set } = useFilters(CertificateFilters)
  const seesKeys = mayOperate(useOwnRole(), "badges.see")
  const [asked, setAsked] = useState<StaffCertificate>()
  const issued = useQuery({
    queryKey: [...queryKey, query],
    queryFn: async () => (await call(listCertificates, { query: values })).data,
    placeholderData: (before) => before,
  })
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <CsvLink address={query === "" ? listCertificatesCsv.path : `${listCertificatesCsv.path}?${query}`} />
      </div>
      <div className="grid gap-x-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] sm:items-end">
        <DelayedSearch
          hint="A part of the name, or the whole code"
          value={values.search ?? ""}
          onChange={(search) => set("search", search)}
        />
        <SelectField
          label="State"
          optional="unsaid"
          placeholder="Both"
          choices={states}
          value={values.state ?? ""}
          onChange={(event) => set("state", event.target.value)}
        />
      </div>
      <Loaded query={issued} title="The certificates did not load">
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              title="No certificate here"
              text="One is issued by itself when everything required is done and the tuition is paid."
            />
          ) : (
            <ul aria-label="Certificates" className="grid divide-y divide-line rounded-card border border-line">
              {data.map((one) => (
                <li
                  key={one.code}
                  className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[1fr_auto_auto] sm:items-center"
                >
                  <span className="min-w-0 wrap-anywhere">
                    <TextLink to={`/certificate/${one.code}`}>{one.name}</TextLink>
                    <span className="block text-sm text-ink-soft">
                      {one.programName}, cohort {one.cohort}. {one.code}. Issued {formatDate(one.issuedAt)}
                    </span>
                    {one.withdrawnAt !== "" && (
                      <span className="block text-sm">
                        Withdrawn {formatDate(one.withdrawnAt)}: {one.withdrawnBecause}
                      </span>
                    )}
                  </span>
                  <Badge tone={one.withdrawnAt === "" ? "leaf" : "clay"}>
                    {one.withdrawnAt === "" ? "Valid" : "Withdrawn"}
                  </Badge>
                  {one.withdrawnAt === "" && (
                    <Button variant="danger" aria-label={`Withdraw that of ${one.name}`} onClick={() => setAsked(one)}>
                      Withdraw
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {seesKeys && <BadgeKeys />}
      {asked && <Withdrawal certificate={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Withdraws a certificate that was issued in error; there is no way back. */
function Withdrawal({ certificate, onClose }: { certificate: StaffCertificate; onClose: () => void }): ReactElement {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey })
  const withdraw = useMutation({
    mutationFn: (form: FormData) =>
      call(withdrawCertificate, {
        params: { code: certificate.code },
        body: { reason: String(form.get("reason")) },
      }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return readAgain()
    },
    onError: readAgain,
  })
  return (
    <FormDialog
      title={`Withdraw the certificate of ${certificate.name}?`}
      description="Its page then says that it is no longer valid, and its PDF is gone. This cannot be undone."
      button="Withdraw it"
      isDanger
      isBusy={withdraw.isPending}
      onSend={(form) => withdraw.mutate(form, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextareaField name="reason" label="Reason" hint={reasonHint()} rows={3} />
      <FormTrouble message={withdraw.error ? messageOf(withdraw.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
