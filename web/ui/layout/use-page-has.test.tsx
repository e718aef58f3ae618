import { render } from "@testing-library/react"
import type { ReactElement } from "react"
import { expect, test } from "vitest"
import { usePageHas } from "./use-page-has.ts"

function Docked(): ReactElement {
  usePageHas("docked")
  return <div />
}

test("the page has a part for as long as one of them is shown", () => {
  const hasDocked = (): boolean => document.documentElement.hasAttribute("data-has-docked")
  const [first, second] = [render(<Docked />), render(<Docked />)]
  expect(hasDocked()).toBe(true)
  first.unmount()
  expect(hasDocked()).toBe(true)
  second.unmount()
  expect(hasDocked()).toBe(false)
})
