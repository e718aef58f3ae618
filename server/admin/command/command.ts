import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import type { LogFacts, Operator } from "#server/features/identity/operators/service.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"

/** What a command of `npm run admin` works with. */
export interface AdminContext {
  s: Services
  /** Prints a line for the operator. */
  say(line: string): void
  /** What stood in the environment of whoever typed the command, of the few things that commands ask for. */
  given?: Readonly<Record<string, string>>
}

/** A mistake of the operator, told without a stack. */
export class AdminError extends Error {}

/** The same for what changes something. */
export interface ActingContext extends AdminContext {
  /** Who acts, for a feature that writes the line of the operators' log itself. */
  operator: Operator
  /** Writes the line of the operators' log that is declared, in the transaction of what was done. */
  log(tx: Tx, facts: LogFacts & { reason?: string }): Promise<void>
}

/** One thing that a command does. @returns false when something was found that needs attention; the command then ends with 1 */
export type AdminAct =
  | {
      /** It only reads. */
      logs: null
      run(context: AdminContext, args: readonly string[]): Promise<boolean>
    }
  | {
      /** What the operators' log says of it; several where the feature that writes the line tells them apart. */
      logs: OperatorAction | readonly OperatorAction[]
      run(context: ActingContext, args: readonly string[]): Promise<boolean>
    }

/** A command, by its name in `commands.ts`. */
export interface AdminCommand {
  /** Words after `npm run admin --`, with what is to be filled in. */
  usage: string
  what: string
  /** By the word that comes next; under "" what is done without one. */
  acts: Readonly<Record<string, AdminAct>>
}

/** @throws AdminError when it is missing */
export function need(args: readonly string[], index: number, what: string): string {
  const value = args[index]
  if (!value) throw new AdminError(`Please give ${what}.`)
  return value
}

/** Who works at the machine itself, as the operators' log shows it. */
export const machineOperator: Operator = { accountId: null, ip: "" }

/** The same as a person's activity shows it. */
export const commandLine: Visitor = { ip: "", userAgent: "", country: null }
