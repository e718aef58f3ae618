import { z } from "zod"

/** A stretch of text in one style. */
export const TextSpan = z.object({
  text: z.string(),
  style: z.enum(["strong", "emphasis", "code"]).optional(),
  /** Where it leads; http(s), mailto or a path of ours. */
  href: z.string().optional(),
})
export type TextSpan = z.infer<typeof TextSpan>

const Line = z.array(TextSpan)

/** Part of a written text, as screens and documents show it; made from Markdown on the server. */
export const TextBlock = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), level: z.union([z.literal(2), z.literal(3)]), text: z.string() }),
  z.object({ kind: z.literal("paragraph"), spans: Line }),
  z.object({ kind: z.literal("list"), isOrdered: z.boolean(), items: z.array(Line) }),
  z.object({ kind: z.literal("quote"), spans: Line }),
  z.object({ kind: z.literal("table"), head: z.array(Line), rows: z.array(z.array(Line)) }),
  z.object({ kind: z.literal("code"), text: z.string() }),
  z.object({ kind: z.literal("picture"), src: z.string(), alt: z.string() }),
])
export type TextBlock = z.infer<typeof TextBlock>
