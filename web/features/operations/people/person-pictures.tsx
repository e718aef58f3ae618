import { type ReactElement, useState } from "react"
import { openPersonPictures, type PersonPicture } from "#contract/operations/people.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"

/** A person's last pictures, private ones too, shown only after a reason that stands in the log. */
export function PersonPictures({ personId }: { personId: string }): ReactElement {
  const [isAsked, setIsAsked] = useState(false)
  const [pictures, setPictures] = useState<readonly PersonPicture[]>()
  return (
    <div className="grid gap-3">
      <Button variant="secondary" onClick={() => setIsAsked(true)} className="justify-self-start">
        See the pictures
      </Button>
      {pictures?.length === 0 && <p className="text-ink-soft">There is no picture.</p>}
      {pictures && pictures.length > 0 && (
        <ul aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map(({ id, prompt, isPublic, preview, createdAt }) => (
            <li key={id} className="grid content-start gap-1">
              <img
                src={preview}
                alt={prompt}
                loading="lazy"
                className="aspect-square w-full rounded-control border border-line object-cover"
              />
              <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                {!isPublic && <Badge>Private</Badge>}
                {formatMoment(createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isAsked && (
        <ReasonDialog
          title="See the pictures"
          description="The last ones, private ones too, for ten minutes. The person reads the reason in the copy of their data."
          button="Open"
          send={async (reason) => {
            const opened = await call(openPersonPictures, { params: { personId }, body: { reason } })
            setPictures(opened.data)
            return opened
          }}
          onDone={() => undefined}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}
