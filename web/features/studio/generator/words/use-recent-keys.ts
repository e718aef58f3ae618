import { useQueryClient } from "@tanstack/react-query"
import { type KeyboardEvent, useRef, useState } from "react"
import { recentPromptsQuery } from "./recent-query.ts"

/** Where stepping through the last prompts stands. */
interface Steps {
  /** What was being typed when it began. */
  typed: string
  /** The prompt that is shown, 0 for the latest. */
  at: number
  shown: string
}

interface RecentKeys {
  handleKey: (event: KeyboardEvent) => void
  /** What screen readers hear of a step. */
  said: string
}

/** Alt with the up and down arrows steps through the last prompts; past the latest stands what was being typed. */
export function useRecentKeys(prompt: string, onPrompt: (prompt: string) => void): RecentKeys {
  const queries = useQueryClient()
  const steps = useRef<Steps>(undefined)
  const [said, setSaid] = useState("")

  const step = async (by: 1 | -1): Promise<void> => {
    const list = await queries.fetchQuery(recentPromptsQuery).catch(() => undefined)
    if (!list) return setSaid("The last prompts could not be loaded.")
    // Whoever changed a prompt of the list begins anew from there.
    const { typed, at } = steps.current?.shown === prompt ? steps.current : { typed: prompt, at: -1 }
    const next = at + by
    if (next < -1 || (next === -1 && at === -1)) return
    const found = list[next]
    if (next >= 0 && !found)
      return setSaid(list.length === 0 ? "There are no last prompts yet." : "That was the oldest.")
    const shown = found?.prompt ?? typed
    steps.current = found && { typed, at: next, shown }
    setSaid(found ? `Prompt ${next + 1} of ${list.length}` : "What you were writing")
    onPrompt(shown)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
    event.preventDefault()
    void step(event.key === "ArrowUp" ? 1 : -1)
  }
  return { handleKey, said }
}
