import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"
import { HostReceipt } from "#contract/product/image-host.ts"
import { Images, Refused } from "#server/adapters/image-engine/openai/shapes.ts"
import {
  Model,
  Prediction,
  PredictionList,
  TrainingOutput,
  UploadedFile,
} from "#server/adapters/image-engine/replicate/shapes.ts"
import { Removal } from "#server/adapters/image-host/cloudinary.ts"
import { TermiiReply } from "#server/adapters/messages/termii.ts"
import { Moderations } from "#server/adapters/moderation/openai.ts"
import { Link, Notice, Problem, Transaction, TransactionList } from "#server/adapters/payments/flutterwave.ts"
import { readShape } from "./shapes.ts"

/** What adapters read, and the recorded answers they read it from. */
const readings: [string, z.ZodType, string[]][] = [
  ["a prediction", Prediction, ["replicate/prediction", "replicate/moderated"]],
  ["a list of predictions", PredictionList, ["replicate/predictions"]],
  ["an uploaded file", UploadedFile, ["replicate/file"]],
  ["a model", Model, ["replicate/model"]],
  ["what a training gives", TrainingOutput, ["replicate/training-succeeded"]],
  ["a sent text message", TermiiReply, ["termii/sent"]],
  ["a verdict", Moderations, ["openai/moderation-flagged", "openai/moderation-clear"]],
  ["an uploaded picture", HostReceipt, ["cloudinary/uploaded"]],
  ["a removal", Removal, ["cloudinary/removed"]],
  ["a payment", Transaction, ["flutterwave/verified"]],
  ["a list of payments", TransactionList, ["flutterwave/listed"]],
  ["a page for paying", Link, ["flutterwave/link"]],
  ["a payment's refusal", Problem, ["flutterwave/not-found", "flutterwave/unauthorized"]],
  ["a payment's notice", Notice, ["flutterwave/notice", "flutterwave/notice-v4"]],
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
  const inner = (value as Record<string, unknown> | null)?.[isList ? first.slice(0, -2) : first]
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
  const folder = new URL("./shapes/", import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(readShape(name.replace(/\.json$/, ""))._source.length).toBeGreaterThan(20)
})
