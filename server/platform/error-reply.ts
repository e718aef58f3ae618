import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod"
import { type ErrorType, errorStatus } from "#contract/errors.ts"
import { apiBase } from "#contract/project.ts"
import { AppError } from "./errors.ts"

/** Version of the hosted backend whose behaviour we keep (contract §0). */
const contractVersion = "1.5.11"

/** Errors of the HTTP layer that are the sender's fault, as rows of our table. */
const fastifyErrors: Record<string, { type: ErrorType; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { type: "request_too_large", message: "The request is too large." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { type: "request_type_unsupported", message: "Please send application/json." },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { type: "general_bad_request", message: "The request's length is wrong." },
  FST_ERR_BAD_URL: { type: "general_bad_request", message: "The address cannot be read." },
}

interface ErrorBody {
  message: string
  code: number
  type: ErrorType
  version: string
  /** What is wrong, by field of the body. */
  fields?: Record<string, string>
}

/** Answers every failure in the contract's shape (§1.3); anything unexpected is a bland 500 with the request's id in the log. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const body = toBody(error, request)
  if (body.code >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "unexpected failure")
  else if (error instanceof AppError && error.cause)
    request.log.warn({ err: error.cause, type: error.type }, error.message)
  reply
    .code(body.code)
    .header("cache-control", "no-store")
    .type("application/json")
    .serializer(JSON.stringify)
    .send(body)
}

function toBody(error: FastifyError | Error, request: FastifyRequest): ErrorBody {
  if (error instanceof AppError) return build(error.type, error.message)
  if (hasZodFastifySchemaValidationErrors(error)) return validationBody(error, request)
  const code = "code" in error ? error.code : undefined
  const known = code ? fastifyErrors[code] : undefined
  if (known) return build(known.type, known.message)
  if ("statusCode" in error && error.statusCode === 400)
    return build("general_bad_request", "The request cannot be read.")
  return build("general_unknown", `Something went wrong on our side. Please try again. (${request.id})`)
}

function validationBody(
  error: FastifyError & {
    validation: readonly { instancePath: string; message?: string }[]
    validationContext?: string
  },
  request: FastifyRequest,
): ErrorBody {
  const fields: Record<string, string> = {}
  for (const issue of error.validation) {
    const name = issue.instancePath.split("/")[1] ?? ""
    fields[name] ??= issue.message ?? "Invalid input"
  }
  const [name = "", reason = "Invalid input"] = Object.entries(fields)[0] ?? []
  const source = (error.validationContext === "body" ? request.body : request.query) as Record<string, unknown> | null
  const isMissing = name !== "" && (source?.[name] === undefined || source?.[name] === null)
  const hosted = isMissing ? `Param "${name}" is not optional.` : `Invalid \`${name}\` param: ${reason}`
  const message = request.url.startsWith(`${apiBase}/`) ? hosted : reason
  return { ...build("general_argument_invalid", message), fields }
}

function build(type: ErrorType, message: string): ErrorBody {
  return { message, code: errorStatus[type], type, version: contractVersion }
}
