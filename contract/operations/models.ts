import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { PlainText } from "#contract/primitives.ts"

/** How far the adding of a model is. */
export const AddingState = z.object({
  /** What is done now, in words. */
  step: z.string(),
  /** Bytes; `total` is 0 where it cannot be told. */
  done: z.number(),
  total: z.number(),
})
export type AddingState = z.infer<typeof AddingState>

export const AddableModel = z.object({
  id: z.string(),
  title: z.string(),
  downloadBytes: z.number(),
  diskBytes: z.number(),
  /** What it is, what it costs, and what is and is not known of its licence. */
  facts: z.array(z.string()),
  /** What of it is there; "" when it was not added. */
  added: z.string(),
  /** Null while nobody adds it. */
  adding: AddingState.nullable(),
  /** Why it was not added the last time; "" when nothing is wrong. */
  problem: z.string(),
})
export type AddableModel = z.infer<typeof AddableModel>

const Target = { params: z.object({ modelId: PlainText.max(40) }) }

export const listModels = endpoint({
  method: "GET",
  path: "/operators/models",
  access: "session",
  summary: "Published models that can be added, what became of them, and which way cut-outs are made now",
  reply: z.object({
    data: z.object({
      /** In one line. */
      cutOuts: z.string(),
      models: z.array(AddableModel),
    }),
  }),
})

export const addModel = endpoint({
  method: "POST",
  path: "/operators/models/:modelId",
  access: "session",
  summary: "Agrees to what is told of a model, and begins to fetch it from the npm registry and to put it to work",
  ...Target,
  body: z.object({ isAgreed: z.literal(true, "Please agree first"), reason: Reason }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const removeModel = endpoint({
  method: "POST",
  path: "/operators/models/:modelId/removal",
  access: "session",
  summary: "Takes an added model out of work and off the disk",
  ...Target,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})
