/**
 * Runs models in a process of its own, for the engine that started it (`model-process.ts`): what a model takes of memory
 * goes with the process, and a fault of the runtime ends nothing else.
 */
import { readFile, writeFile } from "node:fs/promises"
import { setPriority } from "node:os"
import type { ModelProcessData, ModelReply, ModelRequest } from "./messages.ts"
import { prepareOnnx } from "./prepare-onnx.ts"
import { explain, ModelProblem } from "./problem.ts"
import { loadRuntime, type OnnxRuntime, type OnnxSession } from "./runtime.ts"
import { describe, planesOf, tensorOf } from "./tensor.ts"

/** Steps below the web part, as the engine's threads do. */
const niceness = 6

const { runtimeDir, threads } = JSON.parse(process.argv[2] ?? "{}") as ModelProcessData
setPriority(niceness)

/** The model at hand: one at a time, since each holds hundreds of megabytes. */
let opened: { file: string; session: OnnxSession } | undefined

function needRuntime(): OnnxRuntime {
  const runtime = loadRuntime(runtimeDir)
  if (!runtime) throw new ModelProblem("onnxruntime-node is not installed.")
  return runtime
}

async function open(runtime: OnnxRuntime, file: string): Promise<OnnxSession> {
  if (opened?.file === file) return opened.session
  await opened?.session.release()
  opened = undefined
  const session = await runtime.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    executionMode: "sequential",
    logSeverityLevel: 4,
  })
  opened = { file, session }
  return session
}

async function answer(request: ModelRequest): Promise<ModelReply> {
  const { id, file } = request
  if (request.kind === "prepare") {
    await writeFile(request.to, prepareOnnx(await readFile(file), request.output))
    return { id, isPrepared: true }
  }
  const runtime = needRuntime()
  const session = await open(runtime, file)
  const facts = describe(session)
  if (request.kind === "describe") return { id, facts }
  const [inputName = ""] = session.inputNames
  const name = request.output ?? session.outputNames[0] ?? ""
  if (!session.outputNames.includes(name)) throw new ModelProblem(`The model has no answer ${name}.`)
  const outputs = await session.run({ [inputName]: tensorOf(runtime, request, request.normalisation) }, [name])
  const memoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
  return { id, planes: planesOf(outputs[name]), memoryMb }
}

process.on("message", async (request: ModelRequest) => {
  let reply: ModelReply
  try {
    reply = await answer(request)
  } catch (error) {
    reply = { id: request.id, problem: explain(error).message }
  }
  process.send?.(reply)
})
process.on("disconnect", () => process.exit(0))
