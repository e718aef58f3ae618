import { buildWeb } from "./build-web.ts"

if (process.env.ROLE !== "worker") {
  buildWeb()
  // Loaded only here: a worker needs none of it.
  const { buildDocuments } = await import("./build-documents.ts")
  await buildDocuments()
}
await import("#server/main.ts")
