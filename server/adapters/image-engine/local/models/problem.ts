/** A model or its runtime cannot do what it is there for; the message says why in a sentence for the operator. */
export class ModelProblem extends Error {
  override readonly name = "ModelProblem"
}

const sentences: readonly (readonly [says: RegExp, sentence: string])[] = [
  [
    /protobuf parsing failed|ModelProto does not have a graph|invalid model/i,
    "The file is damaged, cut short or no ONNX model.",
  ],
  [
    /unsupported model ir version|opset \d+ is under development|opset .*not.*support/i,
    "The model is written for a newer runtime than this one.",
  ],
  [
    /not a registered function|could not find an implementation|no op registered/i,
    "The model needs an operation that this runtime does not have.",
  ],
  [/bad.?alloc|out of memory|failed to allocate/i, "There is not enough memory for the model."],
  [/doesn't exist|no such file/i, "The model's file is gone."],
]

/** What the runtime said, as a sentence without its raw words where we know better. */
export function explain(error: unknown): ModelProblem {
  if (error instanceof ModelProblem) return error
  const said = error instanceof Error ? error.message : String(error)
  const known = sentences.find(([says]) => says.test(said))
  const [firstLine = ""] = said.split("\n")
  return new ModelProblem(known?.[1] ?? `The runtime refused it: ${firstLine.slice(0, 200)}`, { cause: error })
}
