import { z } from "zod"
import { AdminError } from "#server/admin/command/command.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { createProviderFetch, ProviderFailure, readJson } from "#server/platform/providers/provider-fetch.ts"
import { type AppwriteReader, pageRows } from "./reader.ts"

/** Largest answer of a list, in bytes. */
const mostPageBytes = 64_000_000

/** Longest time of one try, in milliseconds: a large file on a slow line. */
const tryMs = 300_000

/** What the key must be allowed to. */
const scopes = "users.read, databases.read, collections.read, documents.read, buckets.read, files.read"

/**
 * Reads a project from the API of a running Appwrite of version 1.5 or later. A question that fails is asked up to four
 * times, as late as the server says. The address is the operator's own, so it may be of a private network.
 * @throws AdminError for what is no address
 */
export function openAppwriteApi(
  s: Pick<Services, "metrics" | "log">,
  { address, project, key }: { address: string; project: string; key: string },
): AppwriteReader {
  const url = URL.parse(address)
  if (!url || url.username || url.password || url.search || url.hash) {
    throw new AdminError("Please give the address of the API, such as https://appwrite.example.com/v1.")
  }
  const base = url.href.replace(/\/+$/, "")
  const fetchFromProvider = createProviderFetch({
    provider: "appwrite",
    metrics: s.metrics,
    log: s.log,
    secrets: [key],
  })
  const headers = { "x-appwrite-project": project, "x-appwrite-key": key }

  const ask = (path: string, maxBytes: number) =>
    fetchFromProvider({ call: "import", method: "GET", url: base + path, headers, maxBytes, totalMs: tryMs })

  return {
    name: url.host,
    async page(path, { after }) {
      const queries = [
        { method: "limit", values: [pageRows] },
        ...(after === null ? [] : [{ method: "cursorAfter", values: [after] }]),
      ]
      const query = new URLSearchParams(
        queries.map((one, place): [string, string] => [`queries[${place}]`, JSON.stringify(one)]),
      )
      try {
        return readJson(await ask(`${path}?${query}`, mostPageBytes), z.unknown())
      } catch (error) {
        throw explain(error, url.host, path)
      }
    },
    async bytes(path, maxBytes) {
      try {
        return (await ask(path, maxBytes)).body
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === "not_found") {
          throw new AppError("storage_file_not_found", "There is no such file at Appwrite.", { cause: error })
        }
        if (error instanceof ProviderFailure && error.kind === "bad_reply" && error.status === null) {
          throw new AppError("storage_invalid_file_size", `It has more than ${maxBytes} bytes.`, { cause: error })
        }
        throw explain(error, url.host, path)
      }
    },
  }
}

/** What an operator can do about it. */
function explain(error: unknown, host: string, path: string): unknown {
  if (!(error instanceof ProviderFailure)) return error
  const { kind, status } = error
  const told = status === null ? "" : ` (${status})`
  switch (kind) {
    case "auth":
      return new AdminError(`${host} refuses the key${told}. It needs the scopes ${scopes}.`)
    case "not_found":
      return new AdminError(
        `${host} knows no ${path}${told}. Look at the address, which ends in /v1, and at the project.`,
      )
    case "rate_limited":
      return new AdminError(`${host} asks us to wait${told}. Please run the command again later.`)
    case "unavailable":
    case "timeout":
      return new AdminError(`${host} does not answer ${path}${told}. Please run the command again.`)
    default:
      return new AdminError(`${host} answers ${path} with something that cannot be used${told}.`)
  }
}
