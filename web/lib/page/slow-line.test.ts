import { afterEach, expect, test, vi } from "vitest"
import { isLineSlow } from "./slow-line.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser that tells this of its line, after these answers. @param waits in ms; null for a file from the browser's own store */
function browserWith(connection: object | undefined, waits: readonly (number | null)[] = []): void {
  vi.stubGlobal("navigator", { connection })
  const entries = waits.map((wait) => ({
    transferSize: wait === null ? 0 : 1_200,
    requestStart: 100,
    responseStart: 100 + (wait ?? 0),
  }))
  vi.spyOn(performance, "getEntriesByType").mockReturnValue(entries as unknown as PerformanceEntryList)
}

test.each([
  ["measured as 3g", { effectiveType: "3g" }, [20], true],
  ["measured as 4g", { effectiveType: "4g" }, [900], false],
  ["asked to save data", { effectiveType: "4g", saveData: true }, [20], true],
  ["untold, and every answer late", undefined, [410, 430, 900], true],
  ["untold, and one answer soon", undefined, [410, 40, 900], false],
  ["untold, and late but for what the browser kept", undefined, [410, null], true],
  ["untold, and nothing came over it", undefined, [null], false],
])("a line %s", (_what, connection, waits, isSlow) => {
  browserWith(connection, waits)
  expect(isLineSlow()).toBe(isSlow)
})
