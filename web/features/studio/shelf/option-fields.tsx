import { Plus, X } from "lucide-react"
import { type ReactElement, useState } from "react"
import { maxOptions, maxOptionValues, type ProductFields, variantsOf } from "#contract/studio/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import type { Draft } from "./draft.ts"
import { readCount } from "./stock-field.tsx"

interface OptionFieldsProps {
  draft: Draft
  problem: string | undefined
  onChange: (part: Pick<Draft, "options" | "variants">) => void
}

type Options = ProductFields["options"]

/** Up to three options, such as size and colour, and what is left of each way in which they go together. */
export function OptionFields({ draft, problem, onChange }: OptionFieldsProps): ReactElement {
  const { options, variants } = draft
  const set = (next: Options): void => onChange({ options: next, variants: variantsOf({ options: next, variants }) })
  const setStock = (values: readonly string[], stock: number | null): void => {
    const key = JSON.stringify(values)
    const next = variantsOf({ options, variants })
    onChange({ options, variants: next.map((one) => (JSON.stringify(one.values) === key ? { ...one, stock } : one)) })
  }
  return (
    <fieldset className="grid gap-3 pb-4">
      <legend className="mb-2 font-medium">
        Options <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      {options.map((option, index) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has nothing else by which it stays the same while it is renamed
          key={index}
          option={option}
          number={index + 1}
          onChange={(changed) => set(options.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => set(options.filter((_, place) => place !== index))}
        />
      ))}
      {options.length < maxOptions && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => set([...options, { name: ["Size", "Colour", "Material"][options.length] ?? "", values: [] }])}
        >
          <Plus aria-hidden="true" />
          Add an option
        </Button>
      )}
      <FormTrouble message={problem} />
      {variantsOf({ options, variants }).some(({ values }) => values.length > 0) && (
        <div className="grid gap-1">
          <p className="font-medium">Stock</p>
          <ul className="grid divide-y divide-line rounded-card border border-line px-4">
            {variantsOf({ options, variants }).map(({ values, stock }) => (
              <VariantRow
                key={JSON.stringify(values)}
                name={values.join(" · ")}
                stock={stock}
                onChange={(next) => setStock(values, next)}
              />
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  )
}

interface OptionRowProps {
  option: Options[number]
  number: number
  onChange: (option: Options[number]) => void
  onRemove: () => void
}

function OptionRow({ option, number, onChange, onRemove }: OptionRowProps): ReactElement {
  // What is typed: commas would be gone again at once if the values were shown joined.
  const [typed, setTyped] = useState(option.values.join(", "))
  const read = (text: string): void => {
    setTyped(text)
    const values = text.split(",").map((value) => value.trim().slice(0, 40))
    onChange({ ...option, values: [...new Set(values)].filter((value) => value !== "").slice(0, maxOptionValues) })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <TextField
        label={`Option ${number}`}
        maxLength={30}
        value={option.name}
        onChange={({ target }) => onChange({ ...option, name: target.value })}
        className="max-sm:col-start-1"
      />
      <TextField
        label="Values"
        placeholder="S, M, L"
        note="With commas between them"
        value={typed}
        onChange={({ target }) => read(target.value)}
        className="max-sm:col-span-2 max-sm:row-start-2"
      />
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove option ${number}`}
        className="mt-8 max-sm:col-start-2 max-sm:row-start-1"
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

interface VariantRowProps {
  name: string
  stock: number | null
  onChange: (stock: number | null) => void
}

function VariantRow({ name, stock, onChange }: VariantRowProps): ReactElement {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_5rem] items-center gap-3 py-1">
      <span className="wrap-anywhere">{name}</span>
      <Checkbox
        label="Count"
        aria-label={`${name}: count`}
        checked={stock !== null}
        onChange={({ target }) => onChange(target.checked ? 1 : null)}
      />
      <TextField
        label={`${name}: how many`}
        hideLabel
        inputMode="numeric"
        disabled={stock === null}
        value={stock === null ? "" : String(stock)}
        onChange={({ target }) => onChange(readCount(target.value))}
        className="-mb-8"
      />
    </li>
  )
}
