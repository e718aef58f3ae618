import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import {
  type AdminMessage,
  listAdminMessages,
  listAdminMessagesCsv,
  MessageFilters,
  MessageState,
  markMessages,
  maxMarkedAtOnce,
} from "#contract/operations/messages-admin.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { outcomeWords } from "#web/features/operations/console/outcome-labels.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { StateChips } from "#web/features/operations/console/state-chips.tsx"
import { useMarked } from "#web/features/operations/console/use-marked.ts"
import { usePagedList } from "#web/features/operations/console/use-paged-list.ts"
import { call } from "#web/lib/calls/call.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { useOwnRole } from "#web/lib/session/own-role.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { EngagementDialog } from "./engagement-dialog.tsx"
import { MessageCard } from "./message-card.tsx"
import { messageStates, sourceWords } from "./message-labels.ts"

const sources = Object.entries(sourceWords).map(([value, label]) => ({ value, label }))

/** Messages that are to be marked, and how. */
interface Marking {
  ids: readonly string[]
  state: MessageState
}

/** /operator/messages: what people wrote to us, and what became of it; the filters stand in the address. */
export function MessagesScreen(): ReactElement {
  const { values, query, set } = useFilters(MessageFilters)
  const mayEngagement = mayOperate(useOwnRole(), "contracts")
  const { has, mark, markOnly } = useMarked()
  const [marking, setMarking] = useState<Marking>()
  const [contracting, setContracting] = useState<AdminMessage>()
  const queries = useQueryClient()
  const {
    list: messages,
    shown,
    first,
  } = usePagedList(["listAdminMessages", values], (cursor?: number) =>
    call(listAdminMessages, { query: { ...values, cursor } }),
  )
  const marked = shown.filter(({ id }) => has(id)).slice(0, maxMarkedAtOnce)
  const all = Math.min(shown.length, maxMarkedAtOnce)
  const renew = (): Promise<void> => {
    markOnly([])
    void queries.invalidateQueries({ queryKey: ["getToday"] })
    return queries.invalidateQueries({ queryKey: ["listAdminMessages"] })
  }
  return (
    <div className="grid gap-6">
      <ListHead title="Messages" csvPath={listAdminMessagesCsv.path} query={query} />
      <StateChips
        states={MessageState.options}
        labels={messageStates}
        counts={first?.counts}
        value={values.state}
        onChange={(state) => set("state", state)}
      />
      <div className="grid items-end gap-x-4 sm:grid-cols-[minmax(0,36rem)_15rem]">
        <DelayedSearch
          hint="The beginning of the writer's address, or a message's number"
          value={values.search ?? ""}
          onChange={(value) => set("search", value)}
        />
        <SelectField
          label="Form"
          optional="unsaid"
          choices={sources}
          placeholder="Every form"
          value={values.source ?? ""}
          onChange={(event) => set("source", event.target.value)}
        />
      </div>
      <AdminList
        list={messages}
        what="messages"
        isEmpty={shown.length === 0}
        empty={{ title: "No message found", text: "What people write on the contact page stands here." }}
      >
        <div className="flex flex-wrap items-center gap-3">
          <Checkbox
            label={`All ${all} shown`}
            checked={marked.length === all}
            onChange={(event) =>
              markOnly(event.target.checked ? shown.slice(0, maxMarkedAtOnce).map(({ id }) => id) : [])
            }
          />
          <span role="status" className="grow text-ink-soft">
            {marked.length > 0 && `${countWords(marked.length)} chosen`}
          </span>
          {(["read", "answered"] as const).map((state) => (
            <Button
              key={state}
              variant="secondary"
              disabled={marked.length === 0}
              onClick={() => setMarking({ ids: marked.map(({ id }) => id), state })}
            >
              Mark {marked.length > 0 && `${marked.length} `}as {state}
            </Button>
          ))}
        </div>
        <ul aria-label="Messages" className="grid divide-y divide-line rounded-card border border-line">
          {shown.map((message) => (
            <MessageCard
              key={message.id}
              message={message}
              isChosen={has(message.id)}
              onChoose={(is) => mark(message.id, is)}
              onMark={(state) => setMarking({ ids: [message.id], state })}
              onEngagement={mayEngagement ? () => setContracting(message) : undefined}
            />
          ))}
        </ul>
      </AdminList>
      {marking && (
        <ReasonDialog
          title={`Mark ${countWords(marking.ids.length)} as ${messageStates[marking.state].label.toLowerCase()}`}
          description="Everybody who answers people sees it so."
          button={`Mark ${countWords(marking.ids.length)}`}
          isRoutine
          label="Note"
          hint="What was done. Kept in the log."
          send={async (note) => {
            const { ids, state } = marking
            const { data } = await call(markMessages, { body: { ids: [...ids], state, note } })
            return { message: outcomeWords(data) }
          }}
          onDone={renew}
          onClose={() => setMarking(undefined)}
        />
      )}
      {contracting && (
        <EngagementDialog
          messageId={contracting.id}
          start={{
            email: contracting.email,
            title: contracting.subject,
            notes: contracting.info,
            service: contracting.source === "enterprise" ? "enterprise" : "other",
          }}
          onDone={renew}
          onClose={() => setContracting(undefined)}
        />
      )}
    </div>
  )
}

function countWords(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`
}
