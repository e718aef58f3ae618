import { LogOut, Settings, Trash } from "lucide-react"
import { type ReactElement, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { Avatar } from "#web/ui/media/avatar.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { Drawer } from "#web/ui/overlay/drawer.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Row, Section } from "./section.tsx"

type Open = "dialog" | "form" | "sheet" | undefined

/** What opens over the page, and tabs. */
export function OverlaysSection(): ReactElement {
  const [open, setOpen] = useState<Open>()
  const [tab, setTab] = useState<"generated" | "uploads">("generated")
  const close = (): void => setOpen(undefined)
  return (
    <Section title="Over the page">
      <Row>
        <Button variant="secondary" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen("form")}>
          Dialog with a form
        </Button>
        <Button variant="secondary" onClick={() => setOpen("sheet")}>
          Drawer
        </Button>
        <Button variant="secondary" onClick={() => notify.success("Prompt copied to clipboard!")}>
          Success message
        </Button>
        <Button variant="secondary" onClick={() => notify.error("image generation falled")}>
          Error message
        </Button>
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label="Account" className="rounded-full">
              <Avatar name="Adéọlá Ṣóyínká" />
            </Button>
          }
          heading={<p className="font-medium">Adéọlá Ṣóyínká</p>}
          groups={[
            [{ label: "Settings", Icon: Settings, to: "/dev/ui" }],
            [
              { label: "Sign out", Icon: LogOut, onPick: () => notify.success("Signed out") },
              { label: "Delete account", Icon: Trash, isDanger: true, disabled: true },
            ],
          ]}
        />
      </Row>
      <Tabs
        label="Gallery"
        value={tab}
        onPick={setTab}
        tabs={[
          { value: "generated", label: "Generated", content: <p>Pictures made here.</p> },
          { value: "uploads", label: "Uploads", content: <p>Photos you brought.</p> },
        ]}
      />
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Delete this picture?"
        description="It leaves your gallery, and its address stops working."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Keep it
            </Button>
            <Button variant="danger" onClick={close}>
              Delete
            </Button>
          </>
        }
      />
      <Dialog
        open={open === "form"}
        onOpenChange={close}
        title="Name this model"
        actions={<Button onClick={close}>Save</Button>}
      >
        <TextField label="Name" hint="You will use it in prompts." />
      </Dialog>
      <Drawer open={open === "sheet"} onOpenChange={close} title="Navigation">
        <p className="p-3">Places to go.</p>
      </Drawer>
    </Section>
  )
}
