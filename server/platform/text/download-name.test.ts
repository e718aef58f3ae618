import { expect, test } from "vitest"
import { dispositionOf, downloadName } from "./download-name.ts"

test.each([
  ["Ọ̀ṣun bag, red!.jpg", "ọ̀ṣun-bag-red-jpg"],
  ["Ɗan Ƙasa’s shoe", "ɗan-ƙasa-s-shoe"],
  ["Bí ọjà ṣe ń lọ", "bí-ọjà-ṣe-ń-lọ"],
  ["../../etc/passwd", "etc-passwd"],
  ["--help", "help"],
  ["👟 sale", "sale"],
  ["👟", ""],
  ["  ", ""],
  ["Αθήνα Москва", "αθήνα-москва"],
])("%s becomes %s", (words, name) => {
  expect(downloadName(words)).toBe(name)
})

test("a long name ends with a whole letter, and not with what stood between words", () => {
  expect(downloadName("ẹ\u0301".repeat(100), 20)).toBe("ẹ\u0301".repeat(4))
  expect(downloadName("a shoe", 2)).toBe("a")
})

test.each([
  ["ọ̀ṣun-ɗan.jpg", "osun-dan.jpg", "%E1%BB%8D%CC%80%E1%B9%A3un-%C9%97an.jpg"],
  ['a "b" (c)*.png', "a _b_ (c)*.png", "a%20%22b%22%20%28c%29%2A.png"],
  ["你好.png", "__.png", "%E4%BD%A0%E5%A5%BD.png"],
  ["a\r\nb: c.png", "a__b: c.png", "a%0D%0Ab%3A%20c.png"],
  ["half \ud83d.png", "half _.png", "half%20%EF%BF%BD.png"],
])("%s is told in both forms", (name, plain, encoded) => {
  expect(dispositionOf(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})
