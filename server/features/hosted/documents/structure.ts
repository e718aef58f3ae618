import type { z } from "zod"
import { AppError } from "#server/platform/errors.ts"

export type Data = Record<string, unknown>

function invalidStructure(message: string): AppError {
  return new AppError("document_invalid_structure", `Invalid document structure: ${message}`)
}

/**
 * Data arrives as an object or as a text that holds one (docs/hosted-backend.md#document-calls); nothing at all is an empty object.
 * @param aliases other names of attributes, each with the attribute's own
 * @throws AppError `document_invalid_structure`, also when an attribute comes under two names
 */
export function readData(data: unknown, aliases: Readonly<Record<string, string>> = {}): Data {
  if (data === undefined || data === null || data === "") return {}
  const value = typeof data === "string" ? parse(data) : data
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidStructure("data must be an object")
  return withOwnNames(value as Data, aliases)
}

function withOwnNames(data: Data, aliases: Readonly<Record<string, string>>): Data {
  const named = Object.entries(data).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
    if (own !== name && Object.hasOwn(data, own))
      throw invalidStructure(`"${name}" and "${own}" are the same attribute`)
    return [own, value] as const
  })
  return Object.fromEntries(named)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === "__proto__" || key === "constructor") throw new SyntaxError("forbidden key")
      return value
    })
  } catch {
    throw invalidStructure("data is not valid JSON")
  }
}

/**
 * The writable part of the data, checked.
 * @throws AppError `document_invalid_structure` naming the first attribute that is wrong or not writable
 */
export function readWritable(
  schema: z.ZodObject,
  data: Data,
  others: "refuse the others" | "leave out the others",
): Data {
  const own = Object.entries(data).filter(([name]) => {
    if (name in schema.shape) return true
    return others === "refuse the others" && !name.startsWith("$")
  })
  const result = schema.safeParse(Object.fromEntries(own))
  if (result.success) return withoutUndefined(result.data)
  const [issue] = result.error.issues
  if (issue?.code === "unrecognized_keys") throw invalidStructure(`the attribute "${issue.keys[0]}" cannot be written`)
  throw invalidStructure(`the attribute "${issue?.path.join(".")}": ${issue?.message}`)
}

/**
 * The data of a document that a client makes, checked.
 * @throws AppError `document_invalid_structure`, also for an id among the data
 */
export function readNew(schema: z.ZodObject, data: Data): Data {
  if (Object.hasOwn(data, "$id")) throw invalidStructure("the id is not part of the data")
  return readWritable(schema, data, "refuse the others")
}

function withoutUndefined(data: Data): Data {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

/**
 * Lets a create call repeat what the server decided, and nothing else.
 * @throws AppError `document_invalid_structure` for an attribute that is unknown or differs
 */
export function mustMatch(made: Data, data: Data, writable: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(data)) {
    if (writable.has(name)) continue
    if (name.startsWith("$") || !Object.hasOwn(made, name)) throw invalidStructure(`unknown attribute "${name}"`)
    if (!isSame(made[name], value)) throw invalidStructure(`the attribute "${name}" is set by the server`)
  }
}

/** Texts are compared as addresses are stored: without blanks around them and without case. */
function isSame(made: unknown, sent: unknown): boolean {
  if (typeof made === "string" && typeof sent === "string")
    return made.trim().toLowerCase() === sent.trim().toLowerCase()
  return made === sent
}
