import { useMutation, useQuery } from "@tanstack/react-query"
import { Eye } from "lucide-react"
import type { ReactElement } from "react"
import { lookAtPicture } from "#contract/studio/shelf-seen.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"

interface HostedLookProps {
  /** Address of the picture. */
  image: string
  onUse: (seen: string) => void
}

/** Asks a hosted model what it sees, where the operator connected one; nothing of it is used before the seller takes it. */
export function HostedLook({ image, onUse }: HostedLookProps): ReactElement | null {
  const { data: studio } = useQuery(studioQuery)
  const looking = useMutation({
    mutationFn: async () => (await call(lookAtPicture, { body: { image: picturePath(image) } })).data,
  })
  const offer = studio?.kinds.description
  if (!offer || offer.isLocalEngine || offer.refusal !== null) return null
  const { data: seen, error } = looking
  return (
    <section aria-label="A hosted model" className="grid justify-items-start gap-2 pb-4">
      {seen ? (
        <>
          <p role="status" className="text-sm text-ink-soft">
            Seen by {seen.by}, a hosted model. It may be wrong: keep only what is true.
          </p>
          <p dir="auto">{seen.text}</p>
          <Button variant="secondary" onClick={() => onUse(seen.text)}>
            Put it into the text
          </Button>
        </>
      ) : (
        <>
          <Button variant="secondary" busy={looking.isPending} onClick={() => looking.mutate()}>
            <Eye aria-hidden="true" />
            What does a hosted model see?
          </Button>
          <p className="text-sm text-ink-soft">
            Free. A small copy of the picture is sent to {offer.label ?? offer.engine}.
          </p>
        </>
      )}
      {error && (
        <p role="alert" className="text-sm text-clay">
          {messageOf(error, "The model did not answer.")} The text above is made of what you wrote.
        </p>
      )}
    </section>
  )
}
