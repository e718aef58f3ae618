import { ChevronDown } from "lucide-react"
import type { ReactElement } from "react"
import type { AdminMessage, MessageState } from "#contract/operations/messages-admin.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { messageStates, sourceWords } from "./message-labels.ts"

interface MessageCardProps {
  message: AdminMessage
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onMark: (state: MessageState) => void
  /** Absent for those who may make no contract. */
  onEngagement: (() => void) | undefined
}

/** One message: its first line, and when opened the whole of it with what can be done. */
export function MessageCard({ message, isChosen, onChoose, onMark, onEngagement }: MessageCardProps): ReactElement {
  const { number, source, state, subject, email, info, accountId, handledBy, contractId, createdAt } = message
  const { label, tone } = messageStates[state]
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2 px-4 py-2">
      <Checkbox
        label={<span className="sr-only">{`Choose message ${number}`}</span>}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <details className="group min-w-0">
        <summary className="flex min-h-11 cursor-pointer list-none items-start gap-3 rounded-control py-2 [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 grow gap-1">
            <span className={state === "new" ? "font-semibold wrap-anywhere" : "font-medium wrap-anywhere"}>
              {subject}
            </span>
            <span className="text-sm text-ink-soft wrap-anywhere">
              {email} · {number} · {formatMoment(createdAt)}
              {source !== "contact" && ` · ${sourceWords[source]}`}
            </span>
          </span>
          <Badge tone={tone} className="shrink-0">
            {label}
          </Badge>
          <ChevronDown
            aria-hidden="true"
            className="mt-1 size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-4 pt-2 pb-4">
          <p className="max-w-measure wrap-anywhere whitespace-pre-line">
            {info === "" ? <span className="text-ink-soft">Nothing more was written.</span> : info}
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <a
              href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} (${number})`)}`}
              className={buttonLook({ variant: "secondary" })}
            >
              Answer by mail
            </a>
            {state !== "answered" && (
              <Button variant="secondary" onClick={() => onMark("answered")}>
                Mark as answered
              </Button>
            )}
            <Button variant="quiet" onClick={() => onMark(state === "new" ? "read" : "new")}>
              {state === "new" ? "Mark as read" : "Mark as unread"}
            </Button>
            {contractId === null && onEngagement && (
              <Button variant="quiet" onClick={onEngagement}>
                Make a contract
              </Button>
            )}
          </div>
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
            {handledBy !== "" && <span>Marked by {handledBy}</span>}
            {accountId !== null && <TextLink to={`/operator/people/${accountId}`}>The writer's record</TextLink>}
            {contractId !== null && onEngagement && (
              <TextLink to={`/operator/contracts?search=${encodeURIComponent(email)}`}>Its contract</TextLink>
            )}
          </p>
        </div>
      </details>
    </li>
  )
}
