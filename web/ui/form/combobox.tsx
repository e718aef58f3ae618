import { Check } from "lucide-react"
import { type KeyboardEvent, type ReactElement, type Ref, useEffect, useId, useRef, useState } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import { controlLook, Field, type FieldProps } from "./field.tsx"
import type { Choice } from "./select-field.tsx"

interface ComboboxProps extends FieldProps {
  choices: readonly Choice[]
  /** The chosen value, or the typed text where that is accepted. */
  value: string
  onPick: (value: string) => void
  /** Keeps text that is not in the list. */
  acceptsText?: boolean | undefined
  name?: string | undefined
  autoComplete?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  id?: string | undefined
  /** The element that is typed into. */
  ref?: Ref<HTMLInputElement> | undefined
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}

/** How well a label answers what was typed: 0 the same, 1 its beginning, 2 a word's beginning, 3 inside; none when not at all. */
function rank(label: string, wanted: string): number | undefined {
  const text = fold(label)
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.includes(` ${wanted}`)) return 2
  return text.includes(wanted) ? 3 : undefined
}

/** The choices that hold the typed letters, best first; equal ones stay in their order. */
function findChoices(choices: readonly Choice[], wanted: string): readonly Choice[] {
  return choices
    .map((choice) => ({ choice, place: rank(choice.label, wanted) }))
    .filter((found): found is { choice: Choice; place: number } => found.place !== undefined)
    .toSorted((one, other) => one.place - other.place)
    .map(({ choice }) => choice)
}

/** One of a long list, found by typing; accents may be left out. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { label, hint, error, optional, hideLabel, className, id, ...rest } = props
  const { choices, value, onPick, acceptsText = false, onBlur, ...input } = rest
  const listId = useId()
  const chosen = choices.find((choice) => choice.value === value)
  const shownValue = chosen?.label ?? value
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const isOpen = typed !== undefined
  const wanted = fold(typed ?? "").trim()
  const found = typed === undefined || typed === shownValue ? choices : findChoices(choices, wanted)

  // The page keeps clear of bars at its edges, and so does what opens in it.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView?.({ block: "nearest" })
  }, [isOpen])

  const pick = (next: string): void => {
    onPick(next)
    setTyped(undefined)
  }
  const move = (to: number): void => {
    const next = Math.min(found.length - 1, Math.max(0, to))
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: "nearest" })
  }
  const open = (): void => {
    if (isOpen) return
    setTyped(shownValue)
    setActive(
      Math.max(
        0,
        choices.findIndex((choice) => choice.value === value),
      ),
    )
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (isOpen) move(active + (event.key === "ArrowDown" ? 1 : -1))
      else open()
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault()
      const choice = found[active]
      if (choice) pick(choice.value)
      else if (acceptsText) pick(typed.trim())
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation()
      setTyped(undefined)
    }
  }
  const leave = (): void => {
    const exact = found.find((choice) => fold(choice.label) === wanted)
    if (isOpen && exact) pick(exact.value)
    else if (isOpen && acceptsText) pick(typed.trim())
    else setTyped(undefined)
    onBlur?.()
  }

  return (
    <Field {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-required={!optional}
            aria-activedescendant={isOpen && found[active] ? `${listId}-${active}` : undefined}
            value={typed ?? shownValue}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onFocus={(event) => event.target.select()}
            onClick={open}
            onKeyDown={handleKey}
            onBlur={leave}
            className={classNames(controlLook, "h-12")}
          />
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Choices"
            hidden={!isOpen || found.length === 0}
            className="absolute inset-x-0 top-full z-40 mt-1.5 max-h-[min(18rem,45dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1.5 shadow-soft"
          >
            {isOpen &&
              found.map((choice, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the input, which keeps the focus
                // biome-ignore lint/a11y/useFocusableInteractive: as above, options are named by aria-activedescendant
                <div
                  key={choice.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={choice.value === value}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(choice.value)}
                  onMouseMove={() => setActive(index)}
                  className={classNames(
                    "flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-[8px] px-3",
                    index === active && "bg-indigo-wash",
                  )}
                >
                  {choice.label}
                  {choice.value === value && <Check aria-hidden="true" className="size-5 shrink-0 text-indigo" />}
                </div>
              ))}
          </div>
        </div>
      )}
    </Field>
  )
}
