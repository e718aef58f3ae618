import { expect, test } from "vitest"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { PreviewQuery } from "#contract/hosted/file-previews.ts"
import { pieceBytes } from "#contract/hosted/files.ts"
import { EmailAddress, PhoneNumber } from "#contract/primitives.ts"
import { parseCall } from "#contract/query-call.ts"
import { iconLinks } from "#server/features/hosted/avatars/favicon.ts"
import { initialsOf } from "#server/features/hosted/avatars/initials.ts"
import { extensionOf } from "#server/features/hosted/files/buckets.ts"
import { readUploadFields } from "#server/features/hosted/files/form.ts"
import { readPieceBytes, readPieceDigest, readPieceRange, readUploadId } from "#server/features/hosted/files/range.ts"
import { readPayloadQueries } from "#server/features/hosted/realtime/payload-filter.ts"
import { decodeSession, readFallback } from "#server/features/identity/sessions/cookie-value.ts"
import { pictureFileName } from "#server/features/studio/generations/picture-access.ts"
import { findBlockedWord } from "#server/features/studio/publishing/blocked-words.ts"
import { nameForMail } from "#server/mail/email-template.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { describeDevice } from "#server/platform/http/device.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { readListQueries } from "#server/platform/http/list-queries.ts"
import { readPermissions } from "#server/platform/http/permissions.ts"
import { parseQueryString } from "#server/platform/http/query-string.ts"
import { redactText } from "#server/platform/observability/redact.ts"
import { countryCode, countryName } from "#server/platform/text/countries.ts"
import { endOf } from "#server/platform/text/cut-text.ts"
import { internationalDigits, withCountryCode } from "#server/platform/text/phone-numbers.ts"
import { leastOf, threadMs } from "#server/testing/measure.ts"

/** Milliseconds of this thread's own work that one reading may take; each takes a few. */
const mostMs = 500

const signs = [
  "a",
  " ",
  "!",
  ".",
  "-",
  "(",
  '"',
  "\\",
  "%",
  "&",
  "<",
  ">",
  "@",
  "/",
  "[",
  "{",
  "=",
  ",",
  "é",
  "1",
  "\n",
  "\u200b",
]
const parts = [
  "a ",
  "a.",
  "a!",
  "*a_",
  "a@",
  "a://",
  '"(',
  "[[",
  '{"a":',
  "<link ",
  "%2",
  "&a",
  "a=",
  "or(",
  "a-",
  "+1 ",
  "a\u0301",
]
const repeat = (part: string) => part.repeat(Math.ceil(100_000 / part.length))
const texts = [...signs, ...parts].flatMap((part) => [repeat(part), `a${repeat(part)}a`])

const words = ["kill", "drug*", "bad word"].map((word) => ({ word, spellings: [], reach: "public" as const }))

const readers: [string, (text: string) => unknown][] = [
  ["a prompt", (text) => findBlockedWord(text, words)],
  ["a query in call form", parseCall],
  ["a call's first text", (text) => parseCall(`equal("a", "${text}`)],
  ["a query", (text) => readListQueries([text])],
  ["an address's query", parseQueryString],
  ["a cell of a table", (text) => csvLine([text])],
  ["what a browser says of itself", describeDevice],
  ["a text in a page", escapeHtml],
  ["a name in a mail", nameForMail],
  ["a name of which initials are drawn", initialsOf],
  ["a name of a file", (text) => [extensionOf(text), readUploadFields({ fields: new Map([["fileId", [text]]]) })]],
  [
    "a picture's words, for its trade and for the name of its file",
    (text) => [tradeOf(text), pictureFileName(text, "id", "webp")],
  ],
  ["a permission", (text) => readPermissions({ kind: "key" }, [`read("${text}")`])],
  ["a country", (text) => [countryCode(text), countryName(text)]],
  ["a text that is cut off", (text) => endOf(text, 1_000)],
  ["headers of an upload", (text) => [readIdempotencyKey(text), readUploadId(text), readPieceRange(text, pieceBytes)]],
  ["headers of a piece", (text) => [readPieceBytes(text), readPieceDigest(text)]],
  ["a filter of a socket", (text) => readPayloadQueries([text])],
  [
    "what a preview is asked for",
    (text) => PreviewQuery.safeParse({ borderColor: text, background: text, output: text, gravity: text }),
  ],
  ["a line of the log", redactText],
  ["an e-mail address", (text) => EmailAddress.safeParse(text)],
  [
    "a phone number",
    (text) => [PhoneNumber.safeParse(text), internationalDigits(`+${text}`), withCountryCode(text, "NG")],
  ],
  ["a session's cookie", (text) => [decodeSession(text), readFallback(text)]],
  ["a page with icons", (text) => iconLinks(text, new URL("https://example.com"))],
]

test.each(readers)("%s of 100 kB, however it is written, takes no long work", async (_, read) => {
  for (const text of texts) {
    const work = () => {
      try {
        read(text)
      } catch (error) {
        // A refusal; not that the text was too deep for the machine.
        expect(error).not.toBeInstanceOf(RangeError)
      }
    }
    const ms = await leastOf(mostMs, () => threadMs(work))
    expect(ms, JSON.stringify(text.slice(0, 20))).toBeLessThan(mostMs)
  }
})
