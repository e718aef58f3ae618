import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { EmptyState } from "#web/ui/empty-state.tsx"

/** /generations/image-to-prompt: announced, not there. */
export function Component(): ReactElement {
  return <EmptyState title={messages.imageToPromptSoon} />
}
