import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Monitor, Smartphone, Tablet } from "lucide-react"
import type { ReactElement } from "react"
import type { Session } from "#contract/identity/account.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { deleteSession, listSessions } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { deviceWords, placeWords } from "./device-labels.ts"
import { Section } from "./section.tsx"

const icons: Readonly<Record<string, typeof Monitor>> = { smartphone: Smartphone, tablet: Tablet }

/** Where the person is signed in, and the way to end it there. */
export function SessionsSection(): ReactElement {
  const queries = useQueryClient()
  const { data, isPending, error, refetch } = useQuery({ queryKey: queryKeys.sessions, queryFn: listSessions })
  const others = data?.filter((session) => !session.current) ?? []
  const end = useMutation({
    mutationFn: async (sessions: readonly Session[]) => {
      for (const { $id } of sessions) await deleteSession($id)
    },
    onSuccess: (_, sessions) => notify.success(sessions.length > 1 ? "Signed out elsewhere." : "Signed out there."),
    onError: (failure) => notify.error(messageOf(failure, noAnswerMessage)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
  return (
    <Section
      id="devices"
      title="Where you are signed in"
      intro="Is there a device that is not yours? Sign it out, then change your password."
      action={
        others.length > 0 && (
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate(others)}>
            Sign out elsewhere
          </Button>
        )
      }
    >
      {isPending ? (
        <Skeleton className="h-40" />
      ) : error ? (
        <NotLoaded title="Your sessions did not load" error={error} onRetry={refetch} />
      ) : (
        <ul className="divide-y divide-line">
          {data.toSorted(byCurrentThenNewest).map((session) => (
            <SessionLine
              key={session.$id}
              session={session}
              isBusy={end.isPending}
              onEnd={() => end.mutate([session])}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function byCurrentThenNewest(a: Session, b: Session): number {
  return Number(b.current) - Number(a.current) || b.$createdAt.localeCompare(a.$createdAt)
}

interface SessionLineProps {
  session: Session
  isBusy: boolean
  onEnd: () => void
}

function SessionLine({ session, isBusy, onEnd }: SessionLineProps): ReactElement {
  const Icon = icons[session.deviceName] ?? Monitor
  const device = deviceWords(session)
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-break-word">{device}</p>
        <p className="text-sm text-ink-soft wrap-break-word">
          {placeWords(session)} · since {formatMoment(session.$createdAt)}
        </p>
      </div>
      {session.current ? (
        <Badge tone="leaf">This device</Badge>
      ) : (
        <Button variant="quiet" disabled={isBusy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
