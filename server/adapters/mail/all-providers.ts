import { captured } from "./captured/captured.ts"
import type { MailDeclaration } from "./declaration.ts"
import { smtp } from "./smtp/declaration.ts"

/** Every way to send mail; the first is taken where none is named. */
export const mailProviders: readonly [MailDeclaration, ...MailDeclaration[]] = [captured, smtp]
