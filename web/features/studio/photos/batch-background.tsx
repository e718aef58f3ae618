import type { ReactElement } from "react"
import type { BatchRecipe } from "#contract/studio/batches.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { ColourField } from "./colour-field.tsx"
import { MyColours } from "./my-colours.tsx"
import { type ChosenSet, SetField, type ShownPhoto } from "./set-field.tsx"

/** What is put behind the products of a batch. */
export type BatchGround = Pick<BatchRecipe, "ground" | "colour" | "from" | "to" | "set">

/** What is offered first. */
export const firstGround: BatchGround = { ground: "transparent", colour: "#f3ece0", from: "#f3ece0", to: "#c9a877" }

interface BatchGroundFieldsProps {
  value: BatchGround
  sets: ChosenSet
  /** The photo that the sets are shown with. */
  photo: ShownPhoto | undefined
  onChange: (part: Partial<BatchGround>) => void
}

/** Takes what is put behind the products of a batch. */
export function BatchGroundFields({ value, sets, photo, onChange }: BatchGroundFieldsProps): ReactElement {
  const { ground, colour, from, to } = value
  const choices = [
    { value: "transparent", label: "None" },
    { value: "white", label: "White" },
    { value: "colour", label: "Colour" },
    { value: "gradient", label: "Gradient" },
    { value: "set", label: "Set", disabled: sets.name === undefined },
  ] as const
  return (
    <>
      <Segmented
        label="Background"
        choices={choices}
        value={ground}
        onPick={(picked) => onChange({ ground: picked })}
      />
      {ground === "white" && <p className="text-sm text-ink-soft">In the download, each product stands on white.</p>}
      {(ground === "colour" || ground === "gradient") && (
        <div className="grid gap-2">
          {ground === "colour" ? (
            <ColourField label="Colour" value={colour} onChange={(picked) => onChange({ colour: picked })} />
          ) : (
            <div className="flex gap-4">
              <ColourField label="Top" value={from} onChange={(picked) => onChange({ from: picked })} />
              <ColourField label="Bottom" value={to} onChange={(picked) => onChange({ to: picked })} />
            </div>
          )}
          <MyColours onPick={(colours) => onChange({ ground: "gradient", ...colours })} />
          <p className="text-sm text-ink-soft">
            In the download, each product stands in the middle with a soft shadow. Where a place asks for white, it
            stays white.
          </p>
        </div>
      )}
      {ground === "set" && (
        <SetField
          sets={sets}
          photo={photo}
          onPick={(picked) => onChange({ set: picked })}
          hint="Each photo is cut out and put into the set, and you get both pictures. Where a place asks for white, the product stands on white."
        />
      )}
    </>
  )
}
