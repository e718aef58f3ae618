import { getTry, startTry } from "#contract/studio/guest-trial.ts"
import { call } from "#web/lib/calls/call.ts"

/** Begins a visitor's picture. @throws ApiError */
export async function begin(prompt: string) {
  return (await call(startTry, { body: { prompt } })).data
}

/** What there is for this visitor. @throws ApiError */
export async function look() {
  return (await call(getTry)).data
}
