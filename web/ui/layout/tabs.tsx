import { Tabs as Radix } from "radix-ui"
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react"

/** One tab and what it shows. */
export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  content: ReactNode
}

interface TabsProps<Value extends string> {
  /** Read out as the name of the row of tabs. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  /** The place for the choice is the URL, so that a link restores it. */
  onPick: (value: Value) => void
}

/** Views of one thing, one at a time. */
export function Tabs<Value extends string>({ label, tabs, value, onPick }: TabsProps<Value>): ReactElement {
  const handleChange = (next: string): void => {
    const tab = tabs.find((candidate) => candidate.value === next)
    if (tab) onPick(tab.value)
  }
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is shown changes with the value.
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>("[data-state=active]")
    if (row.current && shown)
      row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2
  }, [value])
  return (
    // The row of tabs is what scrolls, not the page.
    <Radix.Root value={value} onValueChange={handleChange} className="min-w-0">
      <Radix.List
        ref={row}
        aria-label={label}
        className="scrolls-aside relative flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-1 font-medium text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-indigo data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-3 sm:pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
