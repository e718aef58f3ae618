import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { forgetAllPrompts, forgetPrompt } from "#contract/studio/words/recent-prompts.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { recentPromptsQuery } from "./recent-query.ts"

interface RecentPromptsProps {
  onChoose: (prompt: string) => void
  onClose: () => void
}

/** The last prompts, to be searched, taken into the words, and taken off the list. */
export function RecentPrompts({ onChoose, onClose }: RecentPromptsProps): ReactElement {
  const queries = useQueryClient()
  const [search, setSearch] = useState("")
  const [asksForAll, setAsksForAll] = useState(false)
  const prompts = useQuery(recentPromptsQuery)
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: recentPromptsQuery.queryKey })
  const onError = (error: unknown): string => notify.error(messageOf(error, "It is still on the list."))
  const forget = useMutation({
    mutationFn: (promptId: string) => call(forgetPrompt, { params: { promptId } }),
    onSuccess: readAgain,
    onError,
  })
  const forgetAll = useMutation({ mutationFn: () => call(forgetAllPrompts), onSuccess: readAgain, onError })
  const words = search.trim().toLowerCase().split(/\s+/)
  const found = prompts.data?.filter(({ prompt }) => words.every((word) => prompt.toLowerCase().includes(word)))
  const isEmpty = prompts.data?.length === 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Last prompts"
      description={
        <>
          The words of your own pictures, on each of your devices.{" "}
          <span className="max-lg:hidden">In the prompt: Alt with the up and down arrows.</span>
        </>
      }
      beginsInField
      actions={
        !isEmpty &&
        prompts.data && (
          <Button
            variant={asksForAll ? "danger" : "secondary"}
            busy={forgetAll.isPending}
            onClick={() => (asksForAll ? forgetAll.mutate() : setAsksForAll(true))}
          >
            {asksForAll ? `Empty the list of ${prompts.data.length}` : "Empty the list"}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <p>Nothing yet. The words of your next picture will stand here.</p>
      ) : (
        <div className="grid gap-2">
          <TextField
            label="Search"
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <p role="status" className="text-sm text-ink-soft">
            {prompts.isError && "The last prompts could not be loaded."}
            {found?.length === 0 && "No prompt has these words."}
          </p>
          <ul className="grid divide-y divide-line">
            {found?.map(({ id, prompt }) => (
              <li key={id} className="flex items-center gap-2">
                <button
                  type="button"
                  className="min-h-11 min-w-0 flex-1 rounded-control py-2 text-left hover:bg-surface"
                  onClick={() => onChoose(prompt)}
                >
                  <bdi className="line-clamp-3 wrap-anywhere">{prompt}</bdi>
                </button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Take off the list: ${prompt.slice(0, 80)}`}
                  disabled={forget.isPending}
                  onClick={() => forget.mutate(id)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
