import type { Token } from "#contract/hosted/account.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/services.ts"
import { checkLinkUrl, queueLink, sendLinkNow } from "./link-mail.ts"
import { newPhrase } from "./phrase.ts"
import { findCredentials } from "./queries.ts"
import { insertAccount, newIdOr } from "./service.ts"
import { toToken } from "./tokens.ts"
import type { Visitor } from "./visitor.ts"

/** Page of a link for which the caller names none (contract §2.7). */
const usualPage = "/auth/magic-url"

/**
 * Sends a link that signs in. A new address gets an account, which is removed again when nobody follows the link.
 * @param showsSecret a server key asks: the secret is in the reply as well
 * @throws AppError `user_already_exists` when the wanted id is taken; `general_argument_invalid` for a foreign link
 */
export async function requestMagicLink(
  s: Services,
  wanted: { userId: string; email: string; url?: string | null | undefined; phrase?: boolean | null | undefined },
  visitor: Visitor,
  showsSecret: boolean,
): Promise<Token> {
  const url = checkLinkUrl(s, wanted.url ?? `${s.config.publicUrl}${usualPage}`)
  const { email } = wanted
  const phrase = wanted.phrase ? newPhrase() : undefined
  const made = await transact(s.db, async (tx) => {
    const known = await findCredentials(tx, "email", email)
    const accountId = known?.id ?? newIdOr(wanted.userId)
    if (!known) {
      await insertAccount(s, tx, { id: accountId, email, phone: null, name: "", passwordHash: null }, visitor)
    }
    const token = showsSecret ? null : await queueLink(s, tx, { accountId, kind: "magic-url", url, phrase })
    return { accountId, token }
  })
  if (made.token) return { ...toToken(made.token, made.accountId), phrase: phrase ?? "" }
  const { token, secret } = await sendLinkNow(s, { accountId: made.accountId, kind: "magic-url", url, phrase })
  return { ...toToken(token, made.accountId, secret), phrase: phrase ?? "" }
}
