import { AppError } from "#server/platform/errors.ts"
import { backupCommand } from "./backup.ts"
import { check } from "./check.ts"
import { type AdminCommand, type AdminContext, AdminError } from "./command.ts"
import { importCommand } from "./import.ts"
import { modelsCommand } from "./models.ts"
import { blockCommand, creditsCommand, operatorCommand, operatorsCommand, takedownCommand } from "./people.ts"
import { verifyCommand } from "./verify.ts"
import { jobsCommand, mailCommand } from "./work.ts"

const commands: ReadonlyMap<string, AdminCommand> = new Map([
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
  try {
    return (await command.run(context, args)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof AdminError) && !(error instanceof AppError)) throw error
    context.say(error.message)
    return 2
  }
}
