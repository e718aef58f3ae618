import type { ReactElement } from "react"
import { useDataSaver, useSwitchDataSaver } from "#web/lib/page/data-saver.ts"
import { Switch } from "#web/ui/form/switch.tsx"

/** Switches the data saver, and says what it does. */
export function DataSaverSwitch({ className }: { className?: string }): ReactElement {
  const isOn = useDataSaver()
  const change = useSwitchDataSaver()
  return (
    <Switch
      label="Data saver"
      hint="Galleries show small previews. Example pictures and more pages come when you press for them. What you open or play still comes whole."
      checked={isOn}
      onCheckedChange={change}
      className={className}
    />
  )
}
