import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { setTitle } from "#contract/catalogue/styles.ts"
import { listSceneSets } from "#contract/studio/scenes.ts"
import { ExamplePicture } from "#web/content/example-picture.tsx"
import { InSet } from "#web/content/photo/in-set.tsx"
import { usePhotoLook } from "#web/content/photo/photo-look.ts"
import type { Photo } from "#web/content/photo/use-photo.ts"
import { useTurns } from "#web/content/photo/use-turns.ts"
import { setPicture } from "#web/content/style-pictures.ts"
import { call } from "#web/lib/calls/call.ts"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import type { Choice } from "#web/ui/form/select-field.tsx"

/** The sets that a product can be put in. */
export interface ChosenSet {
  choices: readonly Choice[]
  /** Name of the chosen one, the first unless another was picked; undefined while there is none. */
  name: string | undefined
  /** Whether the chosen one can be drawn in other colours. */
  takesColours: boolean
}

/**
 * The engine's sets, and which of them is chosen.
 * @param picked name of the one that the person picked, or that an address names: one that is not there picks none
 * @param first name of the one to begin with, where an address asks for it: in a row that is pushed sideways it would be out of sight
 */
export function useSets(picked: string | undefined, first?: string): ChosenSet {
  const { data = [] } = useQuery({
    queryKey: ["listSceneSets"],
    queryFn: async ({ signal }) => (await call(listSceneSets, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sets = data.toSorted((one, other) => Number(other.name === first) - Number(one.name === first))
  const chosen = sets.find(({ name }) => name === picked) ?? sets[0]
  return {
    choices: sets.map((set) => ({ value: set.name, label: set.use })),
    name: chosen?.name,
    takesColours: chosen?.takesColours ?? false,
  }
}

/** A photo that sets are shown with. */
export type ShownPhoto = Pick<Photo, "address" | "shownAt">

interface SetFieldProps {
  sets: ChosenSet
  onPick: (name: string) => void
  hint?: string | undefined
  /** The photo that the sets are shown with; example pictures stand there without one. */
  photo?: ShownPhoto | undefined
}

/** Takes the set that a product is put in, by small pictures of it. */
export function SetField({ sets, onPick, hint, photo }: SetFieldProps): ReactElement {
  const looked = usePhotoLook(photo)
  const turns = useTurns()
  return (
    <RadioTiles
      label="Set"
      hint={hint}
      // The row of sets is pushed sideways; without this it would make the page as wide as all of them.
      className="min-w-0"
      gridClassName="grid-flow-col grid-cols-none grid-rows-2 auto-cols-[7.5rem] snap-x overflow-x-auto p-1 -m-1"
      value={sets.name}
      onPick={onPick}
      tiles={sets.choices.map(({ value, label }, index) => ({
        value,
        label: setTitle(value) ?? label,
        picture: (
          <span className="block size-24 overflow-hidden rounded-control bg-raised">
            {photo ? (
              <InSet photo={photo} looked={looked} set={value} alt="" turn={turns(index)} />
            ) : (
              <ExamplePicture src={setPicture(value)} alt="" seed={index} />
            )}
          </span>
        ),
      }))}
    />
  )
}
