import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type AdminEmail, listEmails, listEmailsCsv, maxAtOnce, resendEmails } from "#contract/studio/runs-admin.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { outcomeWords } from "#web/features/operations/console/outcome-labels.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"

const states: Readonly<Record<AdminEmail["state"], { words: string; tone: "leaf" | "amber" | "clay" | "neutral" }>> = {
  sent: { words: "Sent", tone: "leaf" },
  waiting: { words: "Waiting", tone: "neutral" },
  "trying again": { words: "Trying again", tone: "amber" },
  "not delivered": { words: "Not delivered", tone: "clay" },
}

/** /operator/letters: the last mails and what became of them. */
export function EmailsScreen(): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const letters = useQuery({ queryKey: ["listEmails"], queryFn: async () => (await call(listEmails)).data })
  const lost = letters.data?.undelivered.filter(({ resentAt }) => resentAt === "").slice(0, maxAtOnce) ?? []
  const count = lost.length === 1 ? "1 mail" : `${lost.length} mails`
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <ListHead title="Letters" csvPath={listEmailsCsv.path} />
        <p className="max-w-measure text-ink-soft">
          The last mails and their state. What stands in them is not shown here.
        </p>
      </div>
      {letters.isPending ? (
        <Skeleton className="h-64" />
      ) : letters.error ? (
        <NotLoaded title="The letters did not load" error={letters.error} onRetry={letters.refetch} />
      ) : (
        <>
          {letters.data.undelivered.length > 0 && (
            <section aria-labelledby="undelivered" className="grid gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 id="undelivered" className="text-xl">
                  Not delivered
                </h2>
                {lost.length > 0 && (
                  <Button variant="secondary" onClick={() => setIsAsking(true)}>
                    Send {count} again
                  </Button>
                )}
              </div>
              <ul className="grid divide-y divide-line rounded-card border border-line">
                {letters.data.undelivered.map(({ id, what, to, reason, createdAt, resentAt }) => (
                  <li key={id} className="grid gap-1 px-4 py-3 wrap-anywhere">
                    <span className="font-medium">
                      {what}
                      {to !== "" && ` for ${to}`}
                    </span>
                    <span className="text-sm text-ink-soft">
                      {reason} · {formatMoment(createdAt)}
                      {resentAt !== "" && ` · sent again ${formatMoment(resentAt)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="last" className="grid gap-3">
            <h2 id="last" className="text-xl">
              Last mails
            </h2>
            {letters.data.last.length === 0 ? (
              <EmptyState title="No mail yet" text="Mails stand here for some days after they were sent." />
            ) : (
              <ul className="grid divide-y divide-line rounded-card border border-line">
                {letters.data.last.map(({ id, what, to, state, tries, createdAt }) => (
                  <li key={id} className="flex items-center gap-4 px-4 py-3">
                    <span className="min-w-0 grow wrap-anywhere">
                      <span className="font-medium">{what}</span>
                      {to !== "" && ` for ${to}`}
                      <span className="block text-sm text-ink-soft">
                        {formatMoment(createdAt)}
                        {tries > 0 && ` · ${tries === 1 ? "1 more try" : `${tries} more tries`}`}
                      </span>
                    </span>
                    <Badge tone={states[state].tone} className="shrink-0">
                      {states[state].words}
                    </Badge>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </>
      )}
      {isAsking && (
        <ReasonDialog
          title={`Send ${count} again`}
          description="Each is written anew; links in them are fresh."
          button={`Send ${count}`}
          isRoutine
          send={async (reason) => {
            const { data } = await call(resendEmails, { body: { ids: lost.map(({ id }) => id), reason } })
            return { message: outcomeWords(data) }
          }}
          onDone={() => queries.invalidateQueries({ queryKey: ["listEmails"] })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
