import { useMutation } from "@tanstack/react-query"
import type { FormEvent, ReactElement } from "react"
import { tryBlockedWords } from "#contract/studio/blocked-words.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** Holds a text against the list, to see what an order with it would meet. */
export function TryWords(): ReactElement {
  const attempt = useMutation({
    mutationFn: async (text: string) => (await call(tryBlockedWords, { body: { text } })).data,
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    attempt.mutate(String(new FormData(event.currentTarget).get("text") ?? ""))
  }
  return (
    <Card>
      <form onSubmit={handleSubmit} className="grid items-start gap-x-4 sm:grid-cols-[1fr_auto]">
        <TextField name="text" label="Try a text" optional="unsaid" autoComplete="off" />
        <Button type="submit" variant="secondary" busy={attempt.isPending} className="sm:mt-8">
          Try
        </Button>
        <p role="status" className="sm:col-span-2">
          {attempt.error
            ? messageOf(attempt.error, noAnswerMessage)
            : attempt.data === undefined
              ? ""
              : attempt.data === null
                ? "This text is taken."
                : `“${attempt.data.found}” is refused, because of “${attempt.data.word}”.`}
        </p>
      </form>
    </Card>
  )
}
