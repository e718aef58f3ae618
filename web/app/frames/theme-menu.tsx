import { Monitor, Moon, Sun } from "lucide-react"
import type { ReactElement } from "react"
import { useSavePreference } from "#web/lib/session/preferences.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { setTheme, type Theme, useTheme } from "#web/ui/theme/use-theme.ts"

const themes = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "As the device", Icon: Monitor },
] as const

/** Light, dark, or as the device; kept in the account (docs/product-rules.md#sign-out). */
export function ThemeMenu(): ReactElement {
  const shown = useTheme()
  const save = useSavePreference()
  const pick = (theme: Theme): void => {
    setTheme(theme)
    save({ theme })
  }
  const { Icon, label } = themes.find(({ theme }) => theme === shown) ?? themes[2]
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Theme: ${label}`}>
          <Icon aria-hidden="true" />
        </Button>
      }
      groups={[themes.map((choice) => ({ label: choice.label, Icon: choice.Icon, onPick: () => pick(choice.theme) }))]}
    />
  )
}
