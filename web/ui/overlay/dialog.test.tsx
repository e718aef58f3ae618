import { act, cleanup, render, screen, waitFor } from "@testing-library/react"
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event"
import { type ReactElement, useState } from "react"
import { flushSync } from "react-dom"
import { afterEach, expect, test, vi } from "vitest"
import { Dialog } from "./dialog.tsx"
import { Drawer } from "./drawer.tsx"
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
      <Drawer open={isOpen} onOpenChange={onOpenChange} title="A picture">
        <p>Words</p>
      </Drawer>
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

/** As the browser sends them. */
const native: EventInit = { bubbles: true, cancelable: true }

test.each([
  ["a press", () => ["pointerdown", "click"].map((name) => new MouseEvent(name, native))],
  ["Escape", () => [new KeyboardEvent("keydown", { key: "Escape", ...native })]],
])("%s right after a dialog opened over another one does not close the lower one", async (_name, buildEvents) => {
  const isShown = { upper: true, lower: true }
  let openUpper: () => void = () => {}
  function Pair(): ReactElement {
    const [hasUpper, setHasUpper] = useState(false)
    openUpper = () => setHasUpper(true)
    const dialog = (name: "upper" | "lower") => (
      <Dialog
        open
        onOpenChange={(isOpen) => {
          isShown[name] = isOpen
        }}
        title={name}
      >
        <input aria-label={`Field of the ${name}`} />
      </Dialog>
    )
    return (
      <>
        {dialog("lower")}
        {hasUpper && dialog("upper")}
      </>
    )
  }
  render(<Pair />)
  // A dialog listens to presses outside of it from the next moment on.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false)
  try {
    // The lower dialog is not drawn again before the events come.
    flushSync(openUpper)
    const field = screen.getByLabelText("Field of the upper")
    for (const event of buildEvents()) field.dispatchEvent(event)
  } finally {
    vi.unstubAllGlobals()
  }
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(isShown).toEqual({ upper: true, lower: true })
  await userEvent.keyboard("{Escape}")
  expect(isShown).toEqual({ upper: false, lower: true })
})
