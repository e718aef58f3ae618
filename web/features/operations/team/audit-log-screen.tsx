import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { actionWords, logParts } from "#contract/identity/operator-actions.ts"
import { LogFilters, type LogLine, listOperatorLog, listOperatorLogCsv } from "#contract/operations/people.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"

/** Lines of a page of the log. */
const pageLines = 100

/** What a line says, to be read in one go: "Ada blocked Bola: …". */
function lineWords({ action, subject, about }: LogLine): { words: string; whom: string; more: string } {
  const { words, isAboutPerson } = actionWords(action)
  if (isAboutPerson) return { words, whom: subject || "somebody who left", more: about }
  return { words: about === "" ? words.replace(/:$/, "") : words, whom: about, more: "" }
}

/** /operator/log: what operators did, newest first. */
export function LogScreen(): ReactElement {
  const { values, query, set } = useFilters(LogFilters)
  const log = useInfiniteQuery({
    queryKey: ["listOperatorLog", values],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => (await call(listOperatorLog, { query: { ...values, before: pageParam } })).data,
    getNextPageParam: (page) => (page.length < pageLines ? undefined : page.at(-1)?.id),
    placeholderData: (before) => before,
  })
  const lines = log.data?.pages.flat() ?? []
  return (
    <div className="grid gap-6">
      <ListHead title="Log" csvPath={listOperatorLogCsv.path} query={query} />
      <div className="grid items-end gap-x-4 sm:grid-cols-[minmax(0,30rem)_14rem]">
        <DelayedSearch
          hint="The beginning of an operator's name, or a person's whole address or id"
          value={values.search ?? ""}
          onChange={(value) => set("search", value)}
        />
        <SelectField
          label="About"
          optional="unsaid"
          choices={Object.entries(logParts).map(([value, label]) => ({ value, label }))}
          placeholder="Everything"
          value={values.part ?? ""}
          onChange={(event) => set("part", event.target.value)}
        />
      </div>
      <AdminList
        list={log}
        what="log"
        isEmpty={lines.length === 0}
        empty={{
          title: query === "" ? "Nothing yet" : "Nothing found",
          text:
            query === ""
              ? "What operators do is written down here, with the reason."
              : "Take a filter away to see more.",
        }}
      >
        <ul className="grid divide-y divide-line rounded-card border border-line">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      </AdminList>
    </div>
  )
}

function Line({ line }: { line: LogLine }): ReactElement {
  const { operator, before, after, reason, address, createdAt } = line
  const { words, whom, more } = lineWords(line)
  return (
    <li className="grid gap-1 px-4 py-3">
      <p>
        <span className="font-medium">{operator}</span> {words}{" "}
        <span className="font-medium wrap-anywhere">{whom}</span>
        {more !== "" && <span className="wrap-anywhere">: “{more}”</span>}
      </p>
      {(before !== "" || after !== "") && (
        <p className="text-sm wrap-anywhere">
          {before !== "" && <>Before: {before}</>}
          {before !== "" && after !== "" && " · "}
          {after !== "" && <>After: {after}</>}
        </p>
      )}
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[reason, formatMoment(createdAt), address].filter((part) => part !== "").join(" · ")}
      </p>
    </li>
  )
}
