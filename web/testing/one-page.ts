import { builtinEnvironments, type Environment } from "vitest/runtime"

const opened = Symbol.for("aworan.page-of-tests")

/**
 * A browser's page for tests that is opened once in each process. Opening one, and loading React and its libraries for
 * it, takes longer than most files' tests. `fresh-page.ts` clears it for each file.
 */
export default {
  name: "one-page",
  viteEnvironment: "client",
  async setup(global, options) {
    if (!(opened in global)) {
      await builtinEnvironments.jsdom.setup(global, options)
      global[opened] = true
    }
    return { teardown() {} }
  },
} satisfies Environment
