import { z } from "zod"
import { product } from "#contract/product.ts"
import { job } from "#server/job.ts"
import { escapeHtml } from "#server/platform/escape-html.ts"

/** Tells the address of a deleted account, so that nobody loses one unnoticed. */
export const sayGoodbye = job({
  name: "accounts.say-goodbye",
  payload: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  attempts: 8,
  timeLimitSeconds: 45,
  concurrency: () => 1,

  async run(s, { id, email, name }) {
    const text = [
      `Hello ${name.trim() || "there"},`,
      "",
      `your ${product.name} account is deleted, with its pictures, files, credits and history.`,
      "If it was not you, write to us from the contact page; what is deleted cannot be brought back.",
      "",
      product.name,
    ].join("\n")
    const html = `<!doctype html><html lang="en"><body><pre style="font:16px/1.6 Arial,sans-serif;white-space:pre-wrap">${escapeHtml(text)}</pre></body></html>`
    await s.mailer.send({ subject: `Your ${product.name} account is deleted`, text, html, to: email, id })
  },
})
