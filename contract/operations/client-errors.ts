import { z } from "zod"
import {
  clientErrorId,
  clientErrorKinds,
  clientErrorPath,
  clientErrorLengths as lengths,
} from "#contract/catalogue/client-errors.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

const Id = z.string().regex(new RegExp(`^[${clientErrorId.letters}]{${clientErrorId.length}}$`))

export const reportClientError = endpoint({
  method: "POST",
  path: clientErrorPath,
  access: "anyone",
  isForAnonymousToo: true,
  isForHalfSignedIn: true,
  summary: "Tells that a page failed in a browser: what failed, where, in which build; nothing of who was there",
  body: z.object({
    id: Id,
    kind: z.enum(clientErrorKinds),
    message: PlainText.max(lengths.message),
    stack: PlainText.max(lengths.stack),
    page: PlainText.max(lengths.page),
    build: PlainText.max(lengths.build),
  }),
  reply: z.null(),
  status: 204,
})

/** What failed alike in one build. */
export const ClientErrorGroup = z.object({
  message: z.string(),
  build: z.string(),
  count: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Paths on which it happened, at most five. */
  pages: z.array(z.string()),
  /** Ids of the newest five, newest first. */
  ids: z.array(z.string()),
  /** Of the newest. */
  stack: z.string(),
  userAgent: z.string(),
})
export type ClientErrorGroup = z.infer<typeof ClientErrorGroup>

export const ClientErrorFilters = z.object({ id: PlainText.max(40).optional() })

export const listClientErrors = endpoint({
  method: "GET",
  path: "/operators/client-errors",
  access: "session",
  summary: "What failed in browsers lately, by message and build; or where one id belongs",
  query: ClientErrorFilters,
  reply: z.object({ data: z.array(ClientErrorGroup) }),
})
