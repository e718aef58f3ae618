/** A mail taken apart as a mail program does it. */
export interface ReadMail {
  /** Lower-case names, in the order of arrival; folded lines are joined. */
  headers: [name: string, value: string][]
  parts: { type: string; text: string }[]
}

/** Reads a mail with plain or alternative parts; enough for what we send. */
export function readMime(raw: string): ReadMail {
  const { headers, body } = split(raw)
  const boundary = headerOf(headers, "content-type").match(/boundary="?([^";]+)"?/)?.[1]
  const sections = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1)
  return {
    headers,
    parts: sections.map((section) => {
      const part = split(section.replace(/^\r\n/, ""))
      const type = headerOf(part.headers, "content-type").split(";")[0] ?? ""
      return { type, text: decode(part.body, headerOf(part.headers, "content-transfer-encoding")) }
    }),
  }
}

/** @returns the header's words as people read them */
export function readableHeader(mail: ReadMail, name: string): string {
  return headerOf(mail.headers, name)
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === "B" ? decode(words, "base64") : decode(words.replaceAll("_", " "), "quoted-printable"),
    )
}

function split(raw: string): { headers: [string, string][]; body: string } {
  const end = raw.indexOf("\r\n\r\n")
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers, body: raw.slice(end + 4) }
}

function headerOf(headers: [string, string][], name: string): string {
  return headers.find(([known]) => known === name)?.[1] ?? ""
}

function decode(text: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString()
  if (encoding !== "quoted-printable") return text.replaceAll("\r\n", "\n").trimEnd()
  const bytes = text
    .replace(/=\r\n/g, "")
    .replaceAll("\r\n", "\n")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString().trimEnd()
}
