import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { writeLog } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { backupCommand } from "./backup.ts"
import { check } from "./check.ts"
import { type AdminAct, type AdminCommand, type AdminContext, AdminError, machineOperator } from "./command/command.ts"
import { importCommand } from "./import.ts"
import { modelsCommand } from "./models.ts"
import { blockCommand, creditsCommand, operatorCommand, operatorsCommand, takedownCommand } from "./people.ts"
import { verifyCommand } from "./verify.ts"
import { jobsCommand, mailCommand } from "./work.ts"

/** What an operator may type; which of it changes something, and what the operators' log says of it then, is declared with each. */
export const commands: ReadonlyMap<string, AdminCommand> = new Map([
  ["check", check],
  ["backup", backupCommand],
  ["operator", operatorCommand],
  ["operators", operatorsCommand],
  ["credits", creditsCommand],
  ["block", blockCommand],
  ["takedown", takedownCommand],
  ["mail", mailCommand],
  ["jobs", jobsCommand],
  ["verify", verifyCommand],
  ["models", modelsCommand],
  ["import", importCommand],
])

/** What can be typed, in words. */
export function describeCommands(): string {
  const rows = [
    ...[...commands.values()].map(({ usage, what }) => [usage, what] as const),
    ["restore FOLDER", "Brings a backup back into an empty installation that does not run"] as const,
    [
      "upgrade | upgrade back agreed",
      "Tries this version on a copy of the database, then brings that up to date; or puts back what it was before",
    ] as const,
  ]
  return ["npm run admin -- …", ...rows.map(([usage, what]) => `  ${usage}\n      ${what}`)].join("\n")
}

/** Runs one command. @returns the code with which the program ends: 0 well, 1 something needs attention, 2 a mistake */
export async function runAdmin(context: AdminContext, [name = "", ...args]: readonly string[]): Promise<number> {
  const command = commands.get(name)
  if (!command) {
    context.say(describeCommands())
    return 2
  }
  const [word = "", ...rest] = args
  try {
    if (Object.hasOwn(command.acts, word)) return (await carryOut(context, command.acts[word], rest)) ? 0 : 1
    if (command.acts[""]) return (await carryOut(context, command.acts[""], args)) ? 0 : 1
    throw new AdminError(`Please give one of these: ${command.usage}`)
  } catch (error) {
    if (!(error instanceof AdminError) && !(error instanceof AppError)) throw error
    context.say(error.message)
    return 2
  }
}

async function carryOut(context: AdminContext, act: AdminAct | undefined, args: readonly string[]): Promise<boolean> {
  if (!act) throw new Error("There is no such act.")
  if (act.logs === null) return act.run(context, args)
  const [action] = [act.logs].flat() as OperatorAction[]
  if (!action) throw new Error("An act that changes something has no line of the log.")
  return act.run(
    {
      ...context,
      operator: machineOperator,
      log: (tx, { reason = "", ...facts }) => writeLog(tx, machineOperator, { ...facts, action, reason }),
    },
    args,
  )
}
