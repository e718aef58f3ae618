type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Lets the shown dialog put the question. @returns what takes it back */
export function onProofNeeded(show: Ask): () => void {
  ask = show
  return () => {
    if (ask === show) ask = null
  }
}

/** Asks the person to prove once more who they are; calls that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
