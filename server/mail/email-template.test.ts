import { expect, test } from "vitest"
import { nameForMail } from "./email-template.ts"

test.each([
  "win1.com",
  "bit1.ly free",
  "free bit1.ly",
  "go-prize-.example",
  "evil\u3002com",
  "evil\uff0ecom",
  "evil\uff61com",
  "evil\u2024com",
  "evil\ufe52com",
  "evil\ufe12com",
  "evil.\u034fcom",
  "evil.\ufe0fcom",
  "A.1b.co",
  "t.co.uk",
  "go.t.me",
  "x.\u0301com",
  "https://evil.example",
  "me@evil.example",
  "www.evil",
  "10.0.0.1",
  "call +234 801 234 5678",
  "0801-234-5678",
  "\u0660\u0668\u0660\u0661\u0662",
])("%j does not stand in a mail", (name) => {
  expect(nameForMail(name)).toBe("")
})

test.each([
  ["Ada Obi", "Ada Obi"],
  ["Dr. Ngozi Adeyemi-Cole", "Dr. Ngozi Adeyemi-Cole"],
  ["Sam O'Neill Jr.", "Sam O'Neill Jr."],
  ["J. R. Okafor", "J. R. Okafor"],
  ["J.R. Okafor", "J. R. Okafor"],
  ["O.J.Adeyemi", "O. J. Adeyemi"],
  ["a.b.c.d", "a. b. c. d"],
  ["José", "José"],
  ["\u5c71\u7530\u592a\u90ce", "\u5c71\u7530\u592a\u90ce"],
  ["Studio 54", "Studio 54"],
  ["Ada\u202e\nObi", "Ada Obi"],
  ["", ""],
])("%j stands in a mail as %j", (name, written) => {
  expect(nameForMail(name)).toBe(written)
})
