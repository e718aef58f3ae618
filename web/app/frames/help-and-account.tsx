import { CircleHelp } from "lucide-react"
import { type ReactElement, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { AccountMenu } from "./account-menu.tsx"
import { ThemeMenu } from "./theme-menu.tsx"

const load = async () => (await import("./help-panel.tsx")).HelpPanel

/** The right end of the top bar, whose button and menu open the help panel; phones have it in the menu alone. */
export function HelpAndAccount(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const { part: HelpPanel, want } = useLazyPart(load)
  const open = (): void => {
    want()
    setIsOpen(true)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Help"
        aria-haspopup="dialog"
        onClick={open}
        className="max-sm:hidden"
      >
        <CircleHelp aria-hidden="true" />
      </Button>
      <ThemeMenu />
      <AccountMenu onHelp={open} />
      {HelpPanel && <HelpPanel open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
