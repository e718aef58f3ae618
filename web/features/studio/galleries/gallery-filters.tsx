import { useQuery } from "@tanstack/react-query"
import { SlidersHorizontal } from "lucide-react"
import { type ReactElement, type RefObject, useRef, useState } from "react"
import { aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import { engineTitle } from "#contract/catalogue/engine-titles.ts"
import { isOwnModelMode, makerTitle } from "#contract/catalogue/makers.ts"
import { readDateWords } from "#contract/date-words.ts"
import { listOwnModes, maxDateWords, maxSearchCharacters } from "#contract/studio/own-pictures.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { useSearchKey } from "#web/lib/page/use-search-key.ts"
import { readPreferences, useSavePreference } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import { albumsQuery } from "#web/lib/studio/albums.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import type { Narrowing } from "./use-narrowing.ts"
import type { Selection } from "./use-selection.ts"

interface GalleryFiltersProps {
  narrowing: Narrowing
  /** The gallery with these filters, in which `/` leads to the search. */
  part: RefObject<HTMLElement | null>
  /** The album whose pictures these are all of. */
  ofOneAlbum: string | undefined
  selection: Pick<Selection, "isOn" | "start" | "end">
}

/** Search and filters of a gallery; on wide screens they stay in sight while it is scrolled. */
export function GalleryFilters({ narrowing, part, ofOneAlbum, selection }: GalleryFiltersProps): ReactElement {
  const { values, set } = narrowing
  // On phones the first picture comes before filters that nobody uses.
  const [isOpen, setIsOpen] = useState(
    [values.mode, values.starred, values.seenBy, values.shape, values.engine, values.made, values.album].some(Boolean),
  )
  const { prefs } = useSession()
  const savePreference = useSavePreference()
  const search = useRef<HTMLInputElement>(null)
  useSearchKey(search, part)
  const { modes, engines } = useUsed(values.mode, values.engine)
  const albums = useQuery(albumsQuery).data ?? []
  const [unreadable, setUnreadable] = useState("")
  const seenBy = (who: "everyone" | "me", label: string): ReactElement => (
    <Chip
      isPressed={values.seenBy === who}
      onPress={() => set("seenBy", values.seenBy === who ? "" : who)}
      className="shrink-0"
    >
      {label}
    </Chip>
  )
  return (
    <search className="z-20 mb-4 grid gap-3 bg-ground lg:sticky lg:top-(--top-bars,4rem) lg:-mx-10 lg:flex lg:items-start lg:px-10 lg:py-3 low:static">
      <div className="flex items-start gap-2">
        <DelayedSearch
          ref={search}
          label="Search your pictures by words of the prompt"
          hideLabel
          placeholder="Search prompts"
          maxLength={maxSearchCharacters}
          value={values.words ?? ""}
          onChange={(words) => set("words", words)}
          className="-mb-8 min-w-0 grow lg:w-56"
        />
        <Button
          variant="secondary"
          size="icon"
          className="size-12 shrink-0 lg:hidden"
          aria-label="Filters"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" />
        </Button>
        <Button
          variant="secondary"
          className="h-12 shrink-0"
          aria-pressed={selection.isOn}
          onClick={selection.isOn ? selection.end : selection.start}
        >
          {selection.isOn ? "Done" : "Select"}
        </Button>
      </div>
      <div
        className={classNames(
          // Hidden labels stand by what is positioned, and made the page as wide as the row.
          "relative -mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0 lg:flex-wrap lg:overflow-visible lg:py-0",
          !isOpen && "max-lg:hidden",
        )}
      >
        <SelectField
          label="Made with"
          hideLabel
          optional="unsaid"
          className="-mb-8 w-36 shrink-0"
          value={values.mode ?? ""}
          choices={[{ value: "", label: "Any tool" }, ...modes]}
          onChange={(event) => set("mode", event.target.value)}
        />
        <SelectField
          label="Shape"
          hideLabel
          optional="unsaid"
          className="-mb-8 w-36 shrink-0"
          value={values.shape ?? ""}
          choices={[{ value: "", label: "Any shape" }, ...shapes]}
          onChange={(event) => set("shape", event.target.value)}
        />
        {ofOneAlbum === undefined && albums.length > 0 && (
          <SelectField
            label="Album"
            hideLabel
            optional="unsaid"
            className="-mb-8 w-36 shrink-0"
            value={values.album ?? ""}
            choices={[{ value: "", label: "Any album" }, ...albums.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(event) => set("album", event.target.value)}
          />
        )}
        {(engines.length > 1 || values.engine !== undefined) && (
          <SelectField
            label="Engine"
            hideLabel
            optional="unsaid"
            className="-mb-8 w-40 shrink-0"
            value={values.engine ?? ""}
            choices={[{ value: "", label: "Any engine" }, ...engines]}
            onChange={(event) => set("engine", event.target.value)}
          />
        )}
        <DelayedSearch
          label="When they were made, such as today, 2 weeks or August"
          hideLabel
          placeholder="Today or August"
          maxLength={maxDateWords}
          value={values.made ?? ""}
          error={unreadable === "" ? undefined : "Try today, 2 weeks or August."}
          onChange={(words) => {
            const isRead = words === "" || readDateWords(words) !== null
            setUnreadable(isRead ? "" : words)
            set("made", isRead ? words : "")
          }}
          className={classNames(unreadable === "" && "-mb-8", "w-52 shrink-0")}
        />
        <Chip
          isPressed={values.starred !== undefined}
          onPress={() => set("starred", values.starred === undefined ? "yes" : "")}
          className="shrink-0"
        >
          Starred
        </Chip>
        {seenBy("everyone", "Public")}
        {seenBy("me", "Private")}
        <SelectField
          label="How the gallery goes on"
          hideLabel
          optional="unsaid"
          className="-mb-8 w-44 shrink-0"
          value={readPreferences(prefs).gallery ?? "some"}
          choices={ways}
          onChange={(event) => savePreference({ gallery: event.target.value as (typeof ways)[number]["value"] })}
        />
      </div>
    </search>
  )
}

const ways = [
  { value: "some", label: "More on a press" },
  { value: "endless", label: "Endless" },
  { value: "pages", label: "Numbered pages" },
] as const

const shapes = Object.keys(aspectRatios).map((shape) => ({ value: shape, label: shape }))

type Choices = { value: string; label: string }[]

/** What there is to choose from, by title; always with what is chosen. */
function useUsed(chosen: string | undefined, engine: string | undefined): { modes: Choices; engines: Choices } {
  const used = useQuery({
    queryKey: queryKeys.ownModes,
    queryFn: () => call(listOwnModes),
  })
  const modes = [...new Set([...(used.data?.data ?? []), ...(chosen === undefined ? [] : [chosen])])]
  // Own models go by a word; what they are called is asked only where there is one.
  const isOfModel = modes.some(isOwnModelMode)
  const models = useQuery({ ...modelsQuery, enabled: isOfModel }).data ?? []
  const titleOf = (mode: string): string =>
    models.find(({ triggerWord }) => triggerWord === mode)?.title ?? makerTitle(mode)
  const engines = [...new Set([...(used.data?.engines ?? []), ...(engine === undefined ? [] : [engine])])]
  const byLabel = (one: { label: string }, other: { label: string }): number => one.label.localeCompare(other.label)
  return {
    modes: modes.map((mode) => ({ value: mode, label: titleOf(mode) })).sort(byLabel),
    engines: engines.map((name) => ({ value: name, label: engineTitle(name) })).sort(byLabel),
  }
}
