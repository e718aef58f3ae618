import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Copy, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { createAlbumLink, listAlbumLinks } from "#contract/studio/albums.ts"
import { createPrivateLink, endPrivateLink, listPrivateLinks } from "#contract/studio/private-links.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { shareLink } from "#web/content/share-link.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { copyAddress } from "./copy-address.ts"

const spans = [
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
] as const

interface PrivateLinksProps {
  /** What the links show. */
  target: { source: PictureSource | "albums"; id: string }
  onClose: () => void
}

/** Makes links by which anybody who has them sees one picture, or one album, for a time, and ends them. */
export function PrivateLinks({ target, onClose }: PrivateLinksProps): ReactElement {
  const queries = useQueryClient()
  const { source, id } = target
  const queryKey = [...queryKeys.privateLinks, source, id]
  const [hours, setHours] = useState("24")
  const links = useQuery({ queryKey, queryFn: async () => (await listOf(target)).data })
  const readAgain = (): void => void queries.invalidateQueries({ queryKey })
  const make = useMutation({
    mutationFn: async () => (await createOf(target, Number(hours))).data,
    onSuccess: readAgain,
    onError: (error) => notify.error(messageOf(error, "The link could not be made.")),
  })
  const end = useMutation({
    mutationFn: (linkId: string) => call(endPrivateLink, { params: { linkId } }),
    onSuccess: (_answer, linkId) => {
      if (make.data?.id === linkId) make.reset()
      readAgain()
    },
    onError: (error) => notify.error(messageOf(error, "The link could not be ended.")),
  })
  const made = make.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Private link"
      description={`Whoever has the link sees ${source === "albums" ? "the pictures that are in this album then, without its name and" : "this one picture"} without an account, until the link ends. Search engines are told to leave it out.`}
    >
      <div className="grid gap-5">
        <SelectField
          label="The link ends after"
          choices={spans}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          Make a link
        </Button>
        {made && (
          <div role="status" className="grid gap-3 rounded-card bg-surface p-4">
            <p className="text-sm text-ink-soft">Here it is. It is shown this once.</p>
            <p className="break-all">{made.url}</p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => void copyAddress(made.url)}>
                <Copy aria-hidden="true" />
                Copy link
              </Button>
              <Button
                variant="secondary"
                onClick={() => void shareLink({ title: source === "albums" ? "Pictures" : "A picture", url: made.url })}
              >
                <Share2 aria-hidden="true" />
                Share
              </Button>
            </div>
          </div>
        )}
        {links.data && links.data.length > 0 && (
          <section aria-label="Links that have not ended">
            <h3 className="mb-2 font-body font-medium">Links that have not ended</h3>
            <ul className="grid gap-2">
              {links.data.map(({ id, expires_at, visits }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2">
                  <span>
                    Ends {formatMoment(expires_at)}. {looksWords(visits)}
                  </span>
                  <Button variant="quiet" className="-mr-5" disabled={end.isPending} onClick={() => end.mutate(id)}>
                    End now
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

function listOf({ source, id }: PrivateLinksProps["target"]) {
  if (source === "albums") return call(listAlbumLinks, { params: { albumId: id } })
  return call(listPrivateLinks, { params: { source, pictureId: id } })
}

function createOf({ source, id }: PrivateLinksProps["target"], hours: number) {
  if (source === "albums") return call(createAlbumLink, { params: { albumId: id }, body: { hours } })
  return call(createPrivateLink, { params: { source, pictureId: id }, body: { hours } })
}

function looksWords(visits: number): string {
  if (visits === 0) return "Not looked at yet."
  return visits === 1 ? "Looked at once." : `Looked at ${visits} times.`
}
