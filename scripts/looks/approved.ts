import { readFileSync, writeFileSync } from "node:fs"
import type { Browser } from "@playwright/test"
import { z } from "zod"
import { type Fingerprint, fingerprintOf } from "./compare.ts"
import { type Look, openContext, takeWhole } from "./pages.ts"

const approvedFile = new URL("../../e2e/looks.json", import.meta.url)

/** Pages that no journey changes, and the page of all parts in every look. */
const pages: readonly [address: string, ...Look[]][] = [
  [
    "/dev/ui",
    { window: "phone", theme: "light" },
    { window: "phone", theme: "dark" },
    { window: "desk", theme: "light" },
    { window: "desk", theme: "dark" },
  ],
  ["/", { window: "phone", theme: "light" }, { window: "desk", theme: "dark" }],
  ["/pricing", { window: "phone", theme: "dark" }, { window: "desk", theme: "light" }],
  ["/solutions", { window: "phone", theme: "light" }, { window: "desk", theme: "dark" }],
  ["/aworan-academy/programs", { window: "phone", theme: "dark" }, { window: "desk", theme: "light" }],
  ["/case-study?slug=ugcpro", { window: "phone", theme: "light" }, { window: "desk", theme: "dark" }],
]

/** A page as somebody sees it, by the name under which its fingerprint is kept. */
export interface NamedLook {
  name: string
  address: string
  look: Look
}

/** What the journeys compare with its approved fingerprint. */
export const comparedLooks: readonly NamedLook[] = pages.flatMap(([address, ...looks]) =>
  looks.map((look) => ({ name: `${address}: ${look.window}, ${look.theme}`, address, look })),
)

/** @throws Error when nobody approved a look of this name */
export function readApproved(name: string): Fingerprint {
  const approved = z
    .record(z.string(), z.object({ height: z.number(), tiles: z.string() }))
    .parse(JSON.parse(readFileSync(approvedFile, "utf8")))[name]
  if (!approved) throw new Error(`${name} has no approved look: npm run looks -- approve`)
  return approved
}

/** Photographs what the journeys compare and approves it as it is. @returns bytes of all fingerprints */
export async function approveLooks(browser: Browser, url: string): Promise<number> {
  const approved: Record<string, Fingerprint> = {}
  for (const { name, address, look } of comparedLooks) {
    const context = await openContext(browser, url, look)
    approved[name] = await fingerprintOf(await takeWhole(context, address))
    await context.close()
  }
  const text = `${JSON.stringify(approved, null, 2)}\n`
  writeFileSync(approvedFile, text)
  return text.length
}
