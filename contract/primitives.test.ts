import { describe, expect, test } from "vitest"
import { Day, EmailAddress } from "./primitives.ts"

describe("an e-mail address", () => {
  test.each([
    [" Ada@Example.COM ", "ada@example.com"],
    ["r&d@example.com", "r&d@example.com"],
    ["~ada/obi@example.com", "~ada/obi@example.com"],
    ["o'neil+shop=1@example.co.uk", "o'neil+shop=1@example.co.uk"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ọ̀ṣun@example.com", "ọ̀ṣun@example.com"],
  ])("%s is taken as %s", (given, kept) => expect(EmailAddress.parse(given)).toBe(kept.normalize("NFC")))

  test.each([
    "ada",
    "ada@",
    "@example.com",
    ".ada@example.com",
    "ada.@example.com",
    "a..b@example.com",
    "a b@example.com",
    "ada@example",
    "ada@example.com/path",
    "ada@example.com:25",
    "ada@127.0.0.1",
    "ada@0x7f.1",
    "ada@[127.0.0.1]",
    "ada@-a.example.com",
    "ada@a_b.example.com",
    "a,b@example.com",
    "<ada@example.com>",
    "a@b@example.com",
    "a\u200bb@example.com",
    "ada@exa\u200bmple.com",
    `${"a".repeat(65)}@example.com`,
    "ada@example.com\r\nBcc: eve@example.com",
  ])("%j is none", (given) =>
    expect(EmailAddress.safeParse(given).error?.issues[0]?.message).toBe("Invalid email address"),
  )
})

test.each(["2027-02-30", "0000-01-01", "2027-1-1", "2100-02-29", "", "2027-01-01T00:00:00Z"])("%s is no day", (day) =>
  expect(Day.safeParse(day).error?.issues[0]?.message).toBe("Please give a date"),
)

test.each(["2028-02-29", "0001-01-01", "9999-12-31"])("%s is a day", (day) => expect(Day.parse(day)).toBe(day))
