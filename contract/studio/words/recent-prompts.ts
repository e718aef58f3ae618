import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

/** Prompts of a person that are told, the latest first. */
export const maxRecentPrompts = 100

/** Words that somebody drew with. */
export const RecentPrompt = z.object({
  /** Stands for these very words. */
  id: z.string(),
  prompt: z.string(),
  /** When they were last drawn with. */
  used_at: z.string(),
})
export type RecentPrompt = z.infer<typeof RecentPrompt>

export const listRecentPrompts = endpoint({
  method: "GET",
  path: "/studio/recent-prompts",
  access: "session",
  summary: "The last different prompts of the person's own pictures, the latest first",
  reply: z.object({ data: z.array(RecentPrompt) }),
})

export const forgetPrompt = endpoint({
  method: "DELETE",
  path: "/studio/recent-prompts/:promptId",
  access: "session",
  summary: "Takes words off the list of last prompts; their pictures stay",
  params: z.object({ promptId: z.string().regex(/^[0-9a-f]{32}$/, "Invalid id") }),
  reply: z.object({ message: z.string() }),
})

export const forgetAllPrompts = endpoint({
  method: "DELETE",
  path: "/studio/recent-prompts",
  access: "session",
  summary: "Empties the list of last prompts; the pictures stay",
  reply: z.object({ message: z.string() }),
})
