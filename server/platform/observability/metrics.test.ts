import { expect, test } from "vitest"
import { createMetrics } from "./metrics.ts"

test("figures of the process are taken once, however often the product is opened in it", async () => {
  const [first, second] = [createMetrics().registry, createMetrics().registry]
  for (const name of ["nodejs_gc_duration_seconds", "nodejs_eventloop_lag_seconds"]) {
    expect(first.getSingleMetric(name)).toBeDefined()
    expect(second.getSingleMetric(name)).toBe(first.getSingleMetric(name))
  }
  expect(second.getSingleMetric("aworan_http_seconds")).not.toBe(first.getSingleMetric("aworan_http_seconds"))
  expect(await second.metrics()).toContain("process_resident_memory_bytes")
})
