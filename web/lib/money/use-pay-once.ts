import { useMemo, useRef } from "react"
import { ApiError } from "#web/lib/calls/api-error.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"

/** Sends what costs, gives or takes credits so that they move once, however often its answer gets lost. */
export interface PayOnce {
  /**
   * Sends it with a key. The same inputs sent again take the same key until an answer has said what became of them; other
   * inputs get a key of their own.
   * @throws what sending throws
   */
  send: <Answer>(inputs: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>
  /** What became of it is known in another way: the next press is a new one. */
  settle: () => void
}

/** Keeps the key of the last paid press of a screen (docs/product-rules.md#writes-once). */
export function usePayOnce(): PayOnce {
  const last = useRef({ inputs: "", key: "" })
  return useMemo(() => {
    const settle = (): void => {
      last.current = { inputs: "", key: "" }
    }
    return {
      settle,
      send: async (inputs, send) => {
        const text = JSON.stringify(inputs)
        if (last.current.inputs !== text) last.current = { inputs: text, key: freshKey() }
        const { key } = last.current
        const settleThis = (): void => {
          if (last.current.key === key) settle()
        }
        try {
          const answer = await send(key)
          settleThis()
          return answer
        } catch (error) {
          if (!leavesOpen(error)) settleThis()
          throw error
        }
      },
    }
  }, [])
}

/** Whether the order may have been taken all the same: no answer came, or one that does not say what became of it. */
export function leavesOpen(error: unknown): boolean {
  return error instanceof ApiError && ["no_answer", "general_unknown", "idempotency_key_busy"].includes(error.type)
}
