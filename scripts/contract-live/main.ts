import { mkdirSync, writeFileSync } from "node:fs"
import type { LiveRequest, Question } from "#server/platform/providers/live-question.ts"
import { readConfig } from "#server/settings/config.ts"
import { readShape } from "#server/testing/providers/shapes.ts"

/**
 * Asks the real services whose keys are set for what is recorded of them in server/testing/providers/shapes, and says
 * where they differ from what the product reads. It costs a picture at each engine, and one text message where a phone
 * number is named as argument. Answers are written to .cache/contract in the form of the recorded ones, to be compared:
 * `diff -r server/testing/providers/shapes .cache/contract`.
 */
const folder = new URL("../../.cache/contract/", import.meta.url)
const phone = process.argv[2] ?? null

const { providers } = readConfig(process.env, { threads: 1 })
const questions = providers.flatMap(({ liveQuestions }) => liveQuestions ?? [])
const trials = providers.filter(({ liveTrial }) => liveTrial)
if (questions.length + trials.length === 0) {
  process.stderr.write(
    "Nothing is asked without keys: set those of a provider, as docs/operations.md lists them. It costs a few cents.\n",
  )
  process.exit(1)
}

let differences = 0
function tell(name: string, problem: string | null, note = ""): void {
  if (problem !== null) differences++
  process.stdout.write(
    `${problem === null ? "same   " : "DIFFERS"} ${name}${problem === null ? note : `: ${problem}`}\n`,
  )
}

function skip(name: string, reason: string): void {
  process.stdout.write(`not asked ${name}: ${reason}\n`)
}

const told = new Map<string, unknown>()
for (const question of questions) {
  const request = question.request(told, phone)
  if (request === null) skip(question.shape, "there is nothing to ask about")
  else await askOne(question, request, told)
}
for (const { kind, liveTrial } of trials) tell(kind, (await liveTrial?.()) ?? null)
process.exit(differences === 0 ? 0 : 1)

async function askOne(
  { shape, schema, part }: Question,
  request: LiveRequest,
  told: Map<string, unknown>,
): Promise<void> {
  const recorded = readShape(shape)
  const { status, body } = await send(request)
  const whole = parse(body)
  told.set(shape, whole)
  if (status !== recorded.status) {
    return tell(shape, `status ${status}, not ${recorded.status}: ${body.slice(0, 300)}`)
  }
  const read = part ? part(whole) : whole
  if (read === undefined) return skip(shape, "the account has none")
  keep(shape, status, read)
  const result = schema?.safeParse(read)
  tell(shape, result && !result.success ? result.error.message : null, compare(recorded.body, read))
}

async function send({ url, headers = {}, body }: LiveRequest): Promise<{ status: number; body: string }> {
  const isForm = body instanceof URLSearchParams || body instanceof FormData
  const reply = await fetch(url, {
    headers: { ...headers, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(180_000),
  })
  return { status: reply.status, body: await reply.text() }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Writes an answer down as a recorded one. A signing key is a secret, and stays out of files. */
function keep(shape: string, status: number, body: unknown): void {
  const file = new URL(`${shape}.json`, folder)
  mkdirSync(new URL(".", file), { recursive: true })
  const answer = { _source: `the live service, ${new Date().toISOString().slice(0, 10)}`, status, body }
  writeFileSync(file, `${JSON.stringify(answer, null, 2).replaceAll(/whsec_[^"]+/g, "whsec_")}\n`)
}

/** @returns fields that came or went, which is for people to look at */
function compare(recorded: unknown, live: unknown): string {
  const [before, now] = [fieldsOf(recorded), fieldsOf(live)]
  const words = [
    ["new", now.filter((field) => !before.includes(field))] as const,
    ["gone", before.filter((field) => !now.includes(field))] as const,
  ].filter(([, fields]) => fields.length > 0)
  return words.length === 0 ? "" : ` (${words.map(([word, fields]) => `${word}: ${fields.join(", ")}`).join("; ")})`
}

/** Names of fields, those of the objects in a list as of one. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path ? `${path}.${name}` : name
    return [field, ...fieldsOf(inner, field)]
  })
}
