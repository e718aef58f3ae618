import { type ReactElement, useState } from "react"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { Section } from "./section.tsx"

const ratios = [
  { value: "1:1", box: "size-6" },
  { value: "4:5", box: "h-6 w-5" },
  { value: "3:4", box: "h-6 w-4.5" },
  { value: "2:3", box: "h-6 w-4" },
  { value: "9:16", box: "h-6 w-3.5" },
  { value: "3:2", box: "h-4 w-6" },
  { value: "16:9", box: "h-3.5 w-6" },
].map(({ value, box }) => ({
  value,
  label: value,
  picture: (
    <span className="grid size-7 place-items-center">
      <span className={`rounded-[3px] border-2 border-current ${box}`} />
    </span>
  ),
}))

const counts = ["1", "2", "3", "4"].map((value) => ({ value, label: value }))

/** Everything that is pressed to choose. */
export function ChoicesSection(): ReactElement {
  const [ratio, setRatio] = useState("4:5")
  const [count, setCount] = useState("1")
  return (
    <Section title="Choices">
      <div className="grid gap-8 md:grid-cols-2">
        <div className="grid content-start gap-6">
          <RadioTiles label="Shape" tiles={ratios} value={ratio} onPick={setRatio} gridClassName="grid-cols-4" />
          <RadioTiles
            label="Shape in a mode that has one"
            tiles={ratios.slice(0, 3).map((tile) => ({ ...tile, disabled: tile.value !== "1:1" }))}
            value={undefined}
            onPick={setRatio}
            hint="This model draws squares only."
            error="Please provide both a prompt and dimension for your image."
          />
          <Segmented label="Number of images" choices={counts} value={count} onPick={setCount} />
        </div>
        <div className="grid content-start gap-4">
          <Switch label="Display public" hint="Anyone can see it in the showcase." defaultChecked />
          <Switch label="Raw" />
          <Switch
            label="Display public"
            hint="Free pictures are public. Any plan makes them private."
            checked
            disabled
          />
          <Switch label="Locked" disabled />
          <Checkbox label="I have the right to use these photos." defaultChecked />
          <Checkbox label="I am 16 or older." error="Please confirm your age." />
          <Checkbox label="Send me news." hint="Once a month at most." disabled />
        </div>
      </div>
    </Section>
  )
}
