import { expect, test } from "vitest"
import { instalmentTotals } from "#contract/catalogue/program.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { findProgram, openPrograms } from "./open-programs.ts"

test("every open card has a program, and no locked one", () => {
  const open = programCards.filter(({ disabled }) => !disabled).map(({ slug }) => slug)
  expect(openPrograms.map(({ slug }) => slug)).toEqual(open)
})

test("discounted instalments add up to the discounted total", () => {
  for (const { payment } of openPrograms) {
    expect(instalmentTotals(payment).discounted).toBe(Number(payment.discounted_total))
  }
})

test("keeps the instalments that are more than the single payment", () => {
  const { payment } = findProgram("systems_intergration") ?? expect.fail()
  expect(instalmentTotals(payment).full).toBe(460_000)
  expect(payment.total).toBe("440000")
})
