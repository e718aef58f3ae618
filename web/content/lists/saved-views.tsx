import { Bookmark, X } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { Link, useLocation } from "react-router"
import { maxSavedViews, readPreferences, type SavedView, useSavePreference } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface SavedViewsProps {
  /** The filters that are set now, as the address has them. */
  query: string
}

/** The operator's own views of the list at this address: a name for its filters, kept in the account. */
export function SavedViews({ query }: SavedViewsProps): ReactElement | null {
  const { pathname: list } = useLocation()
  const { prefs } = useSession()
  const save = useSavePreference()
  const [isNaming, setIsNaming] = useState(false)
  const all = readPreferences(prefs).operatorViews ?? []
  const own = all.filter((view) => view.list === list)
  const isKept = own.some((view) => view.query === query)
  const remove = (gone: SavedView): void => save({ operatorViews: all.filter((view) => view !== gone) })
  const canKeep = query !== "" && !isKept && all.length < maxSavedViews
  if (own.length === 0 && !canKeep) return null
  const keep = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim()
    if (name === "") return
    save({ operatorViews: [...all.filter((view) => view.list !== list || view.name !== name), { list, name, query }] })
    setIsNaming(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {own.length > 0 && (
        <ul aria-label="Saved views" className="flex flex-wrap gap-2">
          {own.map((view) => (
            <li
              key={view.name}
              className="flex min-h-11 items-center rounded-full border border-line bg-surface pl-4 font-medium"
            >
              <Link
                to={`${list}?${view.query}`}
                replace
                aria-current={view.query === query ? "true" : undefined}
                className="rounded-control hover:underline aria-[current=true]:text-indigo"
              >
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`Forget the view ${view.name}`}
                onClick={() => remove(view)}
                className="grid size-11 place-items-center rounded-full text-ink-soft hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canKeep && (
        <Button variant="quiet" onClick={() => setIsNaming(true)}>
          <Bookmark aria-hidden="true" className="size-5" />
          Save this view
        </Button>
      )}
      <Dialog
        open={isNaming}
        onOpenChange={setIsNaming}
        title="Save this view"
        description="Its filters are kept in your account under a name, for you alone."
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsNaming(false)}>
              Cancel
            </Button>
            <Button type="submit" form="saved-view">
              Save
            </Button>
          </>
        }
      >
        <form id="saved-view" onSubmit={keep}>
          <TextField name="name" label="Name" maxLength={40} autoComplete="off" required />
        </form>
      </Dialog>
    </div>
  )
}
