import { ApiError, isSignedOut } from "./api-error.ts"

/** Tells the page that stands that its session has ended. */
type Tell = () => void

let tell: Tell | null = null
let waiting: PromiseWithResolvers<boolean> | null = null
/** How often somebody came back: a refusal of a call from before that is no news. */
let returns = 0

/** Lets a page that somebody has in use wait for them. @returns what ends it, such as leaving the page */
export function watchSessionEnd(show: Tell): () => void {
  tell = show
  return () => {
    if (tell === show) tell = null
    goOn(false)
  }
}

/** Ends the wait. @param isBack whether the same person is signed in again */
export function goOn(isBack: boolean): void {
  if (isBack) returns += 1
  waiting?.resolve(isBack)
  waiting = null
}

/**
 * Asks the server for somebody who has a page in use. Where their session has ended, the server did nothing yet: once the
 * same person is back, the same is asked again. Elsewhere the refusal is thrown as it is.
 */
export async function askInSession<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const before = returns
  try {
    return await ask()
  } catch (error) {
    if (!isEnd(error) || (before === returns && !(await waitForReturn(error)))) throw error
    return ask()
  }
}

/** Whoever comes back may still have to give a code. */
function isEnd(error: unknown): boolean {
  return isSignedOut(error) || (error instanceof ApiError && error.type === "user_more_factors_required")
}

function waitForReturn(error: unknown): Promise<boolean> {
  if (tell === null) return Promise.resolve(false)
  waiting ??= Promise.withResolvers<boolean>()
  const { promise } = waiting
  if (isSignedOut(error)) tell()
  return promise
}
