import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: [
      { test: { name: "imaging", include: ["imaging/**/*.test.ts"], environment: "node" } },
      { test: { name: "server", include: ["contract/**/*.test.ts", "server/**/*.test.ts", "scripts/**/*.test.ts"], environment: "node" } },
    ],
  },
})
