import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { pictureIdAt, useDoubts } from "#web/lib/photos/doubts.ts"
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
  const placesOf = (id: string | null): number[] => {
    const pictureIds = doubts.filter(({ cutOutId }) => cutOutId === id).map(({ pictureId }) => pictureId)
    return addresses.flatMap((address, at) => (pictureIds.includes(pictureIdAt(address) ?? "") ? at + 1 : []))
  }
  return (
    <div role="status" className="grid gap-1 rounded-control bg-ochre-wash p-3 text-sm">
      {cutOutIds.map((id) => (
        <DoubtNote key={id} cutOutId={id} of={addresses.length > 1 ? pictureNames(placesOf(id)) : undefined} />
      ))}
    </div>
  )
}

/** "Pictures 1 and 3". */
function pictureNames(places: readonly number[]): string {
  return `${places.length > 1 ? "Pictures" : "Picture"} ${new Intl.ListFormat("en").format(places.map(String))}`
}

interface DoubtNoteProps {
  /** Null where it lies in the trash. */
  cutOutId: string | null
  /** Which pictures it is about, where the page shows several. */
  of?: string | undefined
}

/** Says that a cut-out deserves a look, and leads to it. */
export function DoubtNote({ cutOutId, of: pictures }: DoubtNoteProps): ReactElement {
  return (
    <p>
      {pictures && `${pictures}: `}
      {cutOutId === null ? (
        <>
          {messages.cutOutDoubt}. Its cut-out is <TextLink to="/photo-gallery/trash">in the trash</TextLink>.
        </>
      ) : (
        <TextLink to={cutOutAddress(cutOutId)}>{messages.cutOutDoubt}</TextLink>
      )}
    </p>
  )
}
