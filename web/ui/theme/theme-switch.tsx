import { Monitor, Moon, Sun } from "lucide-react"
import { type ReactElement, useId } from "react"
import { classNames } from "./class-names.ts"
import { setTheme, type Theme, useTheme } from "./use-theme.ts"

const themes = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "As the device", Icon: Monitor },
] as const

interface ThemeSwitchProps {
  /** Called after the change, for instance to keep it in the account. */
  onPick?: ((theme: Theme) => void) | undefined
  className?: string | undefined
}

/** Light, dark, or as the device. */
export function ThemeSwitch({ onPick, className }: ThemeSwitchProps): ReactElement {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className={classNames("inline-flex rounded-full border border-line bg-surface p-0.5", className)}>
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className={classNames(
            "relative grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:text-ink",
            "has-checked:bg-raised has-checked:text-indigo has-checked:ring-1 has-checked:ring-line-strong",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => {
              setTheme(value)
              onPick?.(value)
            }}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
