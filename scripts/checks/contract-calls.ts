import { readdirSync } from "node:fs"
import type { Endpoint } from "#contract/endpoint.ts"
import { areas } from "./check-folders.ts"

/** Where the contract declares calls. */
const folders = areas.map((area) => `../../contract/${area}/`)

/** @returns every call that the contract declares */
export async function contractCalls(): Promise<Endpoint[]> {
  const files = folders.flatMap((folder) => {
    const url = new URL(folder, import.meta.url)
    return readdirSync(url, { encoding: "utf8", recursive: true })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => new URL(name, url).href)
  })
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(file)))
  return modules.flatMap((module) => Object.values(module).filter(isCall))
}

function isCall(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value
}
