import { parentPort } from "node:worker_threads"
import { drawPoster, type PosterWords } from "./draw-poster.ts"

/** Draws one poster's words after the other on a thread of its own; says first that it is ready. */
parentPort?.on("message", (words: PosterWords) => {
  parentPort?.postMessage(drawPoster(words))
})
parentPort?.postMessage("")
