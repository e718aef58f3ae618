import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { useDoubts } from "#web/lib/photos/doubts.ts"
import { cutOutAddress } from "#web/lib/photos/photo-tools.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

interface DoubtNotesProps {
  /** Addresses of pictures; of other people's and of uploads nothing is said. */
  of: readonly (string | undefined)[]
  /** The cut-out of which the same page says it already. */
  except?: string | undefined
}

/** Says which cut-outs deserve a look before anybody calls these pictures done; nothing where there is no doubt. */
export function DoubtNotes({ of: addresses, except }: DoubtNotesProps): ReactElement | null {
  const doubts = useDoubts(addresses)
  const cutOutIds = [...new Set(doubts.map(({ cutOutId }) => cutOutId))].filter((id) => id === null || id !== except)
  if (cutOutIds.length === 0) return null
  return (
    <div role="status" className="grid gap-1 rounded-control bg-ochre-wash p-3 text-sm">
      {cutOutIds.map((id) => (
        <DoubtNote key={id} cutOutId={id} />
      ))}
    </div>
  )
}

/** @param cutOutId null where it lies in the trash */
export function DoubtNote({ cutOutId }: { cutOutId: string | null }): ReactElement {
  return (
    <p>
      {cutOutId === null ? (
        `${messages.cutOutDoubt}. Its cut-out is in the trash.`
      ) : (
        <TextLink to={cutOutAddress(cutOutId)}>{messages.cutOutDoubt}</TextLink>
      )}
    </p>
  )
}
