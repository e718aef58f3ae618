import { readdirSync, readFileSync } from "node:fs"

/** An answer as a provider gave it or documents it; the file names where it comes from. */
export interface Shape<Body = Record<string, unknown>> {
  _source: string
  /** Why `npm run contract:live` does not ask the real service for it; absent where it does. */
  _unasked?: string
  status: number
  body: Body
}

/** @param name provider and case, such as `replicate/prediction` */
export function readShape<Body = Record<string, unknown>>(name: string): Shape<Body> {
  return JSON.parse(readFileSync(new URL(`./shapes/${name}.json`, import.meta.url), "utf8")) as Shape<Body>
}

/** @returns names of all recorded answers */
export function listShapes(): string[] {
  return readdirSync(new URL("./shapes/", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
}
