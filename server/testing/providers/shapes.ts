import { readFileSync } from "node:fs"

/** An answer as a provider gave it or documents it; the file names where it comes from. */
export interface Shape {
  _source: string
  status: number
  body: Record<string, unknown>
}

/** @param name provider and case, such as `replicate/prediction` */
export function readShape(name: string): Shape {
  return JSON.parse(readFileSync(new URL(`./shapes/${name}.json`, import.meta.url), "utf8")) as Shape
}
