import type { Services } from "#server/declarations/services.ts"
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

/** One thing an operator does. */
export interface AdminCommand {
  /** Words after `npm run admin --`, with what is to be filled in. */
  usage: string
  what: string
  /** @returns false when something was found that needs attention; the command then ends with 1 */
  run(context: AdminContext, args: readonly string[]): Promise<boolean>
}

/** @throws AdminError when it is missing */
export function need(args: readonly string[], index: number, what: string): string {
  const value = args[index]
  if (!value) throw new AdminError(`Please give ${what}.`)
  return value
}

/** Who works at the machine itself, as a person's activity shows it. */
export const commandLine: Visitor = { ip: "", userAgent: "", country: null }
