import { expect, test } from "vitest"
import { modeAddress, pickMode } from "./mode-address.ts"

test.each([
  ["/generations/flux", "dalle3", "dalle3"],
  ["/generations/flux", null, "flux1.1-pro"],
  ["/generations/flux", "something-else", "flux1.1-pro"],
  ["/generations/flux/lora", "tok-style", "tok-style"],
  ["/generations/flux/lora", "CNSTLL-style", "cnstill-style"],
  ["/generations/flux/lora", null, "ghibsky-style"],
  ["/generations/flux/lora", "something-else", "ghibsky-style"],
  ["/generations/flux/lora", "flux1.1-pro", "flux1.1-pro"],
])("%s with %s shows %s", (screen, slug, expected) => {
  expect(pickMode(screen, slug).slug).toBe(expected)
})

test("leads a style to its own screen", () => {
  expect(modeAddress(pickMode("/generations/flux", "ghibsky-style"))).toBe("/generations/flux/lora?mode=ghibsky-style")
})
