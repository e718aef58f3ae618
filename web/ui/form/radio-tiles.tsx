import { type ReactElement, type ReactNode, useId } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

/** One tile: a value, the words on it, and perhaps a small drawing above them. */
export interface Tile<Value extends string> {
  value: Value
  label: string
  picture?: ReactNode | undefined
  note?: ReactNode | undefined
  disabled?: boolean | undefined
}

interface RadioTilesProps<Value extends string> {
  label: ReactNode
  tiles: readonly Tile<Value>[]
  value: Value | undefined
  onPick: (value: Value) => void
  hint?: ReactNode | undefined
  error?: string | undefined
  /** Form name of the group; made up when absent. */
  name?: string | undefined
  /** Classes of the grid, to set its columns. */
  gridClassName?: string | undefined
  className?: string | undefined
}

/** One of a few things that are easier to see than to read. Real radio buttons: arrows move, a form can send them. */
export function RadioTiles<Value extends string>(props: RadioTilesProps<Value>): ReactElement {
  const { label, tiles, value, onPick, hint, error, name, gridClassName, className } = props
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="mb-2 font-medium">{label}</legend>
      <p id={`${id}-hint`} className={hint ? "-mt-1 mb-2 text-sm text-ink-soft" : "hidden"}>
        {hint}
      </p>
      <div className={classNames("grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2", gridClassName)}>
        {tiles.map((tile) => (
          <label
            key={tile.value}
            className={classNames(
              "group relative flex min-h-11 flex-col items-center justify-center gap-2 rounded-control border border-line bg-raised p-3 text-center transition-colors hover:border-line-strong",
              "has-checked:border-indigo has-checked:bg-indigo-wash has-checked:ring-1 has-checked:ring-indigo",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
              "has-disabled:cursor-not-allowed has-disabled:bg-surface has-disabled:opacity-55",
            )}
          >
            <input
              type="radio"
              name={name ?? id}
              value={tile.value}
              checked={tile.value === value}
              disabled={tile.disabled}
              onChange={() => onPick(tile.value)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            {tile.picture && (
              <span aria-hidden="true" className="text-ink-soft group-has-checked:text-indigo">
                {tile.picture}
              </span>
            )}
            <span className="text-sm leading-tight font-medium tabular-nums">{tile.label}</span>
            {tile.note && <span className="text-sm leading-tight text-ink-soft">{tile.note}</span>}
          </label>
        ))}
      </div>
      <p id={`${id}-error`} aria-live="polite" className="min-h-8 py-1 text-sm text-clay">
        {error}
      </p>
    </fieldset>
  )
}
