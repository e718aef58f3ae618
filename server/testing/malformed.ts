/** One request of the fuzz test, in words that name it when it fails. */
export interface MalformedRequest {
  what: string
  url?: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

/** Whether every request is sent, which takes minutes: FUZZ=all. */
export const sendsEverything = process.env.FUZZ === "all"

/** Texts that break programs which trust text. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udfff",
  "\u202e\u200b\ufeff",
  "🎉".repeat(50),
  "a".repeat(20_000),
  "../../../etc/passwd",
  "' or 1=1 --",
  '"; drop table accounts; --',
  "%00",
  "%s%n",
  "\r\nSet-Cookie: planted=1",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "1e999",
  "99999999999999999999999999",
  "a".repeat(2_000).concat("!"),
]

/** JSON of values of every wrong kind; text, because some cannot be made from a value. */
const hostileValues: readonly string[] = [
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  "1e308",
  "1e999",
  "123456789012345678901234567890",
  "[]",
  "[null]",
  "[[[[[[[[]]]]]]]]",
  "{}",
  '{"toString":1}',
  '{"length":4294967295}',
  '{"then":"x"}',
  '{"theme":"\\u0000"}',
  '{"\\u0000":1}',
  '{"theme":"\\ud800"}',
  '{"theme":"\\\\u0000"}',
  '["a","b"]',
  "[{}]",
  ...hostileTexts.map((text) => JSON.stringify(text)),
]

/** Bodies that are no JSON object, or one that does harm. */
const hostileBodies: readonly [what: string, payload: string | Buffer][] = [
  ["no body", ""],
  ["half an object", '{"email":'],
  ["a list", "[]"],
  ["a list of objects", '[{"email":"a@example.com"}]'],
  ["null", "null"],
  ["a text", '"text"'],
  ["a number", "12"],
  ["a huge number", "1e999"],
  ["not a number", "NaN"],
  ["a NUL", "\u0000"],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["a byte order mark", '\ufeff{"email":"a@example.com"}'],
  ["a hundred thousand brackets", "[".repeat(100_000)],
  ["deep objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["__proto__", '{"__proto__":{"isPolluted":true}}'],
  ["__proto__ inside", '{"data":{"__proto__":{"isPolluted":true}}}'],
  ["__proto__ escaped", '{"\\u005f_proto__":{"isPolluted":true}}'],
  ["constructor.prototype", '{"constructor":{"prototype":{"isPolluted":true}}}'],
  ["a key twice", '{"email":"a@example.com","email":[]}'],
  ["ten thousand keys", JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, n])))],
]

const json = { "content-type": "application/json" }

/** A good body with one field at a time made bad, then bodies that are bad as a whole. */
export function malformedBodies(good: Record<string, unknown>): MalformedRequest[] {
  const fields = Object.keys(good).flatMap((field) =>
    hostileValues.map((value) => ({
      what: `${field} is ${value.slice(0, 40)}`,
      headers: json,
      payload: JSON.stringify({ ...good, [field]: "@here" }).replace('"@here"', () => value),
    })),
  )
  // What begins as it should passes checks of form, and may end in what no database keeps.
  const ends = Object.entries(good).flatMap(([field, value]) =>
    typeof value === "string"
      ? ["/\u0000", "/\ud800"].map((end) => ({
          what: `${field} ends with ${JSON.stringify(end)}`,
          headers: json,
          payload: JSON.stringify({ ...good, [field]: value + end }),
        }))
      : [],
  )
  return [...fields, ...ends, ...hostileBodies.map(([what, payload]) => ({ what, headers: json, payload }))]
}

/** Path parts and query strings as nobody means them. */
export function malformedAddresses(template: string): MalformedRequest[] {
  const plain = template.replace(/:\w+/g, "some-id")
  const parts = [...template.matchAll(/:\w+/g)].flatMap(([parameter]) =>
    [
      "%00",
      "%zz",
      "%ff",
      "%ed%a0%80",
      "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
      "..%5c..",
      "%252e",
      "%0d%0aSet-Cookie:%20a=b",
      "%F0%9F%92%A5",
      "%27%20or%201=1--",
      "__proto__",
      "constructor",
      "null",
      "-1",
      "1e9",
      "current",
      ".",
      "%20",
      "a".repeat(150),
      "a".repeat(1_000),
    ].map((value) => ({
      what: `${parameter} is ${value.slice(0, 40)}`,
      url: template.replace(parameter, value).replace(/:\w+/g, "some-id"),
    })),
  )
  const queries = [
    "%zz",
    "%00=%00",
    "a=%ff",
    "limit=1&limit=2&limit=3",
    "limit[]=1",
    "limit[a][b][c]=1",
    "__proto__[x]=1&constructor=2",
    "limit=%00&cursor=%00&to=%00&name=%00&download=%00",
    "limit=1e9&cursor=9999999999999999999",
    "name=%ed%a0%80&width=1e9&height=-1&background=%23",
    "queries[0]=%7B%22method%22%3A%22equal%22%2C%22attribute%22%3A%22%24id%22%2C%22values%22%3A%5B%22%5Cu0000%22%5D%7D",
    "queries[0]=equal(%22%24createdAt%22%2C%20%5B%22%2B275760-09-13%22%5D)",
    "queries[0]=equal(%22%24createdAt%22%2C%20%5B%229999-99-99%22%5D)",
    "queries[0]=lessThan(%22%24sequence%22%2C%20%5B1e300%5D)",
    "queries[0]=offset(9007199254740991)",
    "queries[0]=cursorAfter(%22%00%22)",
    "queries[0]=cursorAfter(%22%5Cu0000%22)",
    "queries[0]=select(%5B%22__proto__%22%5D)",
    `queries[0]=${"(".repeat(4_000)}`,
    `queries[0]=${encodeURIComponent("[".repeat(4_000))}`,
    Array.from({ length: 300 }, (_, n) => `queries[${n}]=limit(1)`).join("&"),
    `a=${"b".repeat(8_000)}`,
    "&&&===&&&",
  ].map((query) => ({ what: `the query ${query.slice(0, 60)}`, url: `${plain}?${query}` }))
  return [...parts, ...queries]
}

/** Every route whose query has fields, by the description of the calls; parts of a path as `:name`. */
export function queriedRoutes(description: object): { method: string; path: string; fields: string[] }[] {
  const { paths = {} } = description as {
    paths?: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
  }
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { parameters = [] }]) => {
      const fields = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
      const route = { method: method.toUpperCase(), path: path.replace(/\{(\w+)\}/g, ":$1"), fields }
      return fields.length > 0 ? [route] : []
    }),
  )
}

/** A value that no column can hold, or that is no number, list or word, in each field of a query. */
export function malformedFields(template: string, fields: readonly string[]): MalformedRequest[] {
  const plain = template.replace(/:\w+/g, "some-id")
  const values = ["%00", "%ed%a0%80", "%25", "-1", "9".repeat(30), "a".repeat(2_000)]
  return fields.flatMap((field) =>
    values.map((value) => ({
      what: `${field} is ${value.slice(0, 40)}`,
      url: `${plain}?${encodeURIComponent(field)}=${value}`,
    })),
  )
}

const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64")
const longSecret = "s".repeat(256)

/** Headers that pretend. */
export const malformedHeaders: readonly MalformedRequest[] = [
  { cookie: "a_session_aworan=x" },
  { cookie: "a_session_aworan=%zz; a_session_aworan_legacy=%00" },
  { cookie: `a_session_aworan=${forged(null)}` },
  { cookie: `a_session_aworan=${forged([])}` },
  { cookie: `a_session_aworan=${forged({ id: "\u0000", secret: longSecret })}` },
  { cookie: `a_session_aworan=${forged({ id: "\ud800", secret: longSecret })}` },
  { cookie: `a_session_aworan=${forged({ id: { $gt: "" }, secret: longSecret })}` },
  { cookie: `a_session_aworan=${forged({ id: "a".repeat(500), secret: longSecret })}` },
  { cookie: "=;;;=;__proto__=1; constructor=2" },
  { cookie: "a=".repeat(5_000) },
  { "x-appwrite-session": forged({ id: "a\u0000", secret: longSecret }) },
  { "x-appwrite-session": "[object Object]" },
  { "x-fallback-cookies": "{" },
  { "x-fallback-cookies": '{"a_session_aworan":{"a":1}}' },
  { "x-fallback-cookies": '{"__proto__":{"isPolluted":true}}' },
  { "x-appwrite-key": "wrong" },
  { "x-appwrite-key": "é".repeat(100) },
  { "x-appwrite-project": "__proto__" },
  { "idempotency-key": "" },
  { "x-aworan-agreed-credits": "" },
  { "x-aworan-agreed-credits": "-1" },
  { "x-aworan-agreed-credits": "5e3" },
  { "idempotency-key": "short" },
  { "idempotency-key": "k".repeat(129) },
  { "idempotency-key": "eight 8 é" },
  { origin: "null" },
  { origin: "http://localhost:3000@evil.example" },
  { origin: "not an address" },
  { referer: "javascript:alert(1)" },
  { host: "evil.example:99999" },
  { range: "bytes=9-1" },
  { range: `bytes=${"9".repeat(30)}-` },
  { "if-none-match": "*" },
  { "x-forwarded-for": "not an address, ::::" },
  { "accept-encoding": "identity;q=0, *;q=0" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "text/plain" },
  { "content-type": "multipart/form-data" },
  { "content-type": "application/xml" },
  { "content-type": "application/json; charset=utf-99" },
  { "content-type": "application/json/json" },
  { "content-type": ";" },
].map((headers) => ({
  what: JSON.stringify(headers).slice(0, 80),
  headers: headers as Record<string, string>,
}))

/** @returns method and path template of every route, read from the router's own list */
export function listRoutes(printed: string): { method: string; path: string }[] {
  const routes: { method: string; path: string }[] = []
  const parents: string[] = []
  for (const line of printed.split("\n")) {
    const match = line.match(/^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/)
    if (!match) continue
    const depth = (match[1] ?? "").length / 4
    const path = parents.slice(0, depth).join("") + (match[2] ?? "")
    parents[depth] = match[2] ?? ""
    for (const method of match[3]?.split(", ") ?? []) routes.push({ method, path })
  }
  return routes
}
