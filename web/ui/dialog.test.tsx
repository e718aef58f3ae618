import { act, cleanup, render, screen, waitFor } from "@testing-library/react"
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event"
import { type ReactElement, useState } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { Dialog } from "./dialog.tsx"
import { Sheet } from "./sheet.tsx"
import { notify, Toaster } from "./toast.tsx"

afterEach(cleanup)

interface OpenerProps {
  overlay: (isOpen: boolean, onOpenChange: (isOpen: boolean) => void) => ReactElement | false
}

function Opener({ overlay }: OpenerProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button">Other</button>
      <button type="button" onClick={() => setIsOpen(true)}>
        Details
      </button>
      {overlay(isOpen, setIsOpen)}
    </>
  )
}

const overlays: readonly [string, OpenerProps["overlay"]][] = [
  ["a dialog", (isOpen, onOpenChange) => <Dialog open={isOpen} onOpenChange={onOpenChange} title="A picture" />],
  [
    "a dialog that is there only while it is open",
    (isOpen, onOpenChange) => isOpen && <Dialog open onOpenChange={onOpenChange} title="A picture" />,
  ],
  [
    "a sheet",
    (isOpen, onOpenChange) => (
      <Sheet open={isOpen} onOpenChange={onOpenChange} title="A picture">
        <p>Words</p>
      </Sheet>
    ),
  ],
]

test.each(overlays)("%s gives the focus back to what opened it", async (_name, overlay) => {
  render(<Opener overlay={overlay} />)
  const user = userEvent.setup({ delay: null })
  const opener = screen.getByRole("button", { name: "Details" })
  await user.click(opener)
  const dialog = await screen.findByRole("dialog")
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test("a message beside an open dialog is read and can be closed, and the dialog stays", async () => {
  const onOpenChange = vi.fn()
  render(
    <>
      <Toaster />
      <Dialog open onOpenChange={onOpenChange} title="A picture" />
    </>,
  )
  // Styles, which let messages be pressed while the page behind a dialog cannot be, are not read here.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  await screen.findByRole("dialog")
  act(() => void notify.error("Failed to save data"))
  // By its role: what a screen reader is kept from has none.
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to save data")
  await user.click(screen.getByRole("button", { name: "Dismiss" }))
  await waitFor(() => expect(screen.queryByText("Failed to save data")).toBeNull())
  expect(onOpenChange).not.toHaveBeenCalled()
})
