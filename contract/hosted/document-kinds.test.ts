import { expect, test } from "vitest"
import { isDocument } from "./document-kinds.ts"

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ["slip", "%PDF-1.7"],
  ["slip.bin", "%PDF-1.4"],
  ["lesson.Ọ̀rọ̀", "%PDF-1.4"],
  ["song", "ID3\x04"],
  ["film.film", "\0\0\0\x20ftypisom"],
  ["film", "\x1aE\xdf\xa3"],
  ["Notes.DOCX", "PK\x03\x04"],
  ["table.csv", "a,b"],
])("%j that begins with %j is a document", (name, start) => expect(isDocument(name, bytes(start))).toBe(true))

test.each([
  ["run.exe", "MZ"],
  ["page.html", "<html>"],
  ["notes", "hello"],
  ["photo", "\0\0\0\x20ftypheic"],
  ["photo", "\0\0\0\x20ftypavif"],
  ["", ""],
])("%j that begins with %j is none", (name, start) => expect(isDocument(name, bytes(start))).toBe(false))
