import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"
import { HostReceipt } from "#contract/hosted/image-host.ts"
import { FormPerson } from "#server/adapters/identity-providers/apple/apple.ts"
import { FacebookUser } from "#server/adapters/identity-providers/facebook/facebook.ts"
import { GithubEmails, GithubUser } from "#server/adapters/identity-providers/github/github.ts"
import { Claims } from "#server/adapters/identity-providers/open-id.ts"
import { Images, Refused } from "#server/adapters/image-engine/openai/shapes.ts"
import { NewsBody } from "#server/adapters/image-engine/replicate/news.ts"
import {
  Model,
  Prediction,
  PredictionList,
  TrainingOutput,
  UploadedFile,
} from "#server/adapters/image-engine/replicate/shapes.ts"
import { Removal } from "#server/adapters/image-host/cloudinary/cloudinary.ts"
import { TermiiBalance, TermiiReply } from "#server/adapters/messages/termii/termii.ts"
import { Moderations } from "#server/adapters/moderation/openai/openai.ts"
import {
  Link,
  Notice,
  Problem,
  Transaction,
  TransactionList,
} from "#server/adapters/payments/flutterwave/flutterwave.ts"
import { listShapes, readShape } from "./shapes.ts"

/** What adapters read, and the recorded answers they read it from. */
const readings: [string, z.ZodType, string[]][] = [
  ["a prediction", Prediction, ["replicate/prediction", "replicate/moderated"]],
  ["a list of predictions", PredictionList, ["replicate/predictions"]],
  ["a message about a prediction", NewsBody, ["replicate/prediction"]],
  ["an uploaded file", UploadedFile, ["replicate/file"]],
  ["a model", Model, ["replicate/model"]],
  ["what a training gives", TrainingOutput, ["replicate/training-succeeded"]],
  ["a sent text message", TermiiReply, ["termii/sent"]],
  ["what is left of an account", TermiiBalance, ["termii/balance"]],
  ["a verdict", Moderations, ["openai/moderation-flagged", "openai/moderation-clear"]],
  ["an uploaded picture", HostReceipt, ["cloudinary/uploaded"]],
  ["a removal", Removal, ["cloudinary/removed"]],
  ["a payment", Transaction, ["flutterwave/verified"]],
  ["a list of payments", TransactionList, ["flutterwave/listed"]],
  ["a page for paying", Link, ["flutterwave/link"]],
  ["a payment's refusal", Problem, ["flutterwave/not-found", "flutterwave/unauthorized"]],
  ["a payment's notice", Notice, ["flutterwave/notice", "flutterwave/notice-v4"]],
  ["a signed token", Claims, ["google/id-token", "apple/id-token"]],
  ["a name in a form", FormPerson, ["apple/form-user"]],
  ["a person of GitHub", GithubUser, ["github/user"]],
  ["addresses at GitHub", GithubEmails, ["github/emails"]],
  ["a person of Facebook", FacebookUser, ["facebook/me"]],
  ["pictures", Images, ["openai/images-b64", "openai/images-url"]],
  ["a refusal", Refused, ["openai/moderation-blocked", "openai/insufficient-quota", "openai/invalid-api-key"]],
]

/** Paths of every field of a schema, lists as `[]`. */
function fieldsOf(schema: unknown, path = ""): string[] {
  const json = schema as { properties?: Record<string, unknown>; items?: unknown }
  if (json.items) return fieldsOf(json.items, `${path}[]`)
  if (!json.properties) return [path]
  return Object.entries(json.properties).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name))
}

function hasField(value: unknown, path: string): boolean {
  const [first = "", ...rest] = path.split(".")
  const isList = first.endsWith("[]")
  const name = isList ? first.slice(0, -2) : first
  const inner = name === "" ? value : (value as Record<string, unknown> | null)?.[name]
  if (inner === undefined) return false
  if (rest.length === 0) return true
  const next = rest.join(".")
  return isList ? (inner as unknown[]).some((one) => hasField(one, next)) : hasField(inner, next)
}

test.each(readings)("every field that is read of %s stands in a recorded answer", (_, schema, names) => {
  const bodies = names.map((name) => readShape(name).body)
  const fields = fieldsOf(z.toJSONSchema(schema, { unrepresentable: "any" }))
  expect(fields.length).toBeGreaterThan(0)
  for (const field of fields) expect([field, bodies.some((body) => hasField(body, field))]).toEqual([field, true])
  for (const body of bodies) expect(schema.safeParse(body).success).toBe(true)
})

test("every recorded answer names where it comes from", () => {
  expect(listShapes().length).toBeGreaterThan(30)
  for (const name of listShapes()) expect(readShape(name)._source.length).toBeGreaterThan(20)
})

/**
 * Adapters that read nothing a service sent: the sandbox reads notices of our own, the local engine its own threads, a try of a
 * mail server what the library says of it.
 */
const ownReaders = /\/(?:sandbox|local|fake|testing|port|live-questions|try-server)\b/

test("nothing is read by an adapter but what is compared here", async () => {
  const adapters = new URL("../../adapters/", import.meta.url)
  const files = readdirSync(adapters, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !ownReaders.test(`/${name}`),
  )
  const compared = new Set(readings.map(([, schema]) => schema))
  const missing: string[] = []
  for (const name of files) {
    const source = readFileSync(new URL(name, adapters), "utf8")
    if (!/from "zod"/.test(source) || /import type .* from "zod"/.test(source)) continue
    missing.push(
      ...[...source.matchAll(/^const (\w+) = z\.(?:object|array|record)\(/gm)].map(([, kept]) => `${name}: ${kept}`),
    )
    const module = (await import(new URL(name, adapters).href)) as Record<string, unknown>
    for (const [what, schema] of Object.entries(module)) {
      if (schema instanceof z.ZodType && !compared.has(schema)) missing.push(`${name}: ${what}`)
    }
  }
  expect(missing).toEqual([])
})
