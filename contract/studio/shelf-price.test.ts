import { describe, expect, test } from "vitest"
import { formatPrice, plainPrice, readPrice } from "./shelf-price.ts"

describe("a price as sellers write it", () => {
  test.each([
    ["5000", 500_000],
    ["5k", 500_000],
    ["5K", 500_000],
    ["₦5000", 500_000],
    ["₦ 5,000", 500_000],
    ["N5,000", 500_000],
    ["NGN 5000", 500_000],
    ["5000 naira", 500_000],
    ["5,000.00", 500_000],
    ["5.000,00", 500_000],
    ["5.000", 500_000],
    ["5 000", 500_000],
    ["1.5k", 150_000],
    ["1,5k", 150_000],
    ["12.345k", 1_234_500],
    ["2m", 200_000_000],
    ["5000/-", 500_000],
    ["$12.5", 1_250],
    ["12,50", 1_250],
    ["0.29", 29],
    ["1.15", 115],
    ["1,250,000.75", 125_000_075],
    ["1.250.000,75", 125_000_075],
    ["1000000000", 100_000_000_000],
  ])("%s", (text, minor) => {
    expect(readPrice(text)).toEqual({ minor })
  })

  test.each([
    ["", /no price/],
    ["cheap", /no price/],
    ["5,00,000", /no price/],
    ["5.000.00", /no price/],
    ["1,2.3", /no price/],
    ["5e3", /no price/],
    ["5kk", /no price/],
    ["1".repeat(31), /no price/],
    ["-5000", /more than 0/],
    ["−5k", /more than 0/],
    ["0", /more than 0/],
    ["0.00", /more than 0/],
    ["0.001k", undefined],
    ["1000000000000", /at most/],
    ["9999999m", /at most/],
  ])("is refused or taken: %s", (text, problem) => {
    const read = readPrice(text)
    if (problem === undefined) expect(read).toEqual({ minor: 100 })
    else expect("problem" in read && read.problem).toMatch(problem)
  })
})

test("a price as buyers and feeds read it", () => {
  expect([formatPrice(600_000, "NGN"), formatPrice(600_050, "NGN"), formatPrice(1_250, "USD")]).toEqual([
    "₦6,000",
    "₦6,000.50",
    "$12.50",
  ])
  expect([plainPrice(600_000), plainPrice(1_205), plainPrice(5)]).toEqual(["6000.00", "12.05", "0.05"])
})
