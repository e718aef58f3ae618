import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useSession } from "#web/lib/session/session.ts"
import { albumsQuery } from "#web/lib/studio/albums.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"

/** Session storage key of the album that new pictures go into. */
const choiceKey = "album_choice"

/** The album that what is made next goes into, for as long as the tab is open. */
interface AlbumChoice {
  /** Part of an order. */
  body: { album?: string }
  /** Shows and changes it; null for whoever has no album. */
  field: ReactElement | null
}

/** Which album what is ordered on a screen goes into: the screen shows the field and sends what it says. */
export function useAlbumChoice(): AlbumChoice {
  const { id: userId } = useSession()
  const albums = useQuery({ ...albumsQuery, enabled: userId !== "" }).data ?? []
  const [wanted, setWanted] = useState(() => sessionStorage.getItem(choiceKey) ?? "")
  const open = albums.filter(({ is_archived }) => !is_archived)
  // One that was deleted or archived since is chosen no more.
  const chosen = open.some(({ id }) => id === wanted) ? wanted : ""
  const pick = (id: string): void => {
    setWanted(id)
    try {
      sessionStorage.setItem(choiceKey, id)
    } catch {
      // A full or forbidden storage only means that the next screen begins without.
    }
  }
  return {
    body: chosen === "" ? {} : { album: chosen },
    field:
      open.length === 0 ? null : (
        <SelectField
          label="Album"
          optional="unsaid"
          value={chosen}
          choices={[{ value: "", label: "No album" }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => pick(event.target.value)}
          className="-mb-6"
        />
      ),
  }
}
