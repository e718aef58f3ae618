import type { Checkout } from "#contract/money/orders.ts"

type WindowCheckout = Extract<Checkout, { kind: "flutterwave" }>

/** How often the provider's script is fetched, and the pause between, in ms. */
const attempts = 3
const pauseMs = 1_000

/** The provider's function, once its script has run. */
interface Provider {
  FlutterwaveCheckout?: (
    options: WindowCheckout["options"] & {
      callback: (result: { transaction_id?: string | number }) => void
      onclose: () => void
    },
  ) => { close?: () => void } | undefined
}

/** What came of the window: the number that the provider named, or null when it was only closed. */
export interface WindowOutcome {
  transactionId: string | number | null
}

/**
 * Opens the provider's window over the page. What it says is only a hint for the server.
 * @param isWanted asked once the provider's script is there, and before it is fetched again
 * @returns null when the window was no longer wanted
 * @throws Error when the script does not load; the next press begins anew
 */
export async function openPaymentWindow(
  { script, options }: WindowCheckout,
  isWanted: () => boolean,
): Promise<WindowOutcome | null> {
  const provider = globalThis as Provider
  for (let attempt = 1; !provider.FlutterwaveCheckout; attempt++) {
    if (!isWanted()) return null
    try {
      await loadScript(script)
      if (!provider.FlutterwaveCheckout) throw new Error("The script did not bring what it should.")
    } catch (error) {
      if (attempt >= attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  if (!isWanted()) return null
  const open = provider.FlutterwaveCheckout
  return new Promise((resolve) => {
    let transactionId: string | number | null = null
    const shown = open({
      ...options,
      callback(result) {
        transactionId = result.transaction_id ?? null
        shown?.close?.()
        hideWindow()
        resolve({ transactionId })
      },
      onclose() {
        hideWindow()
        resolve({ transactionId })
      },
    })
  })
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = address
    script.async = true
    script.addEventListener("load", () => resolve())
    script.addEventListener("error", () => {
      script.remove()
      reject(new Error("The script did not load."))
    })
    document.head.append(script)
  })
}

/** The provider only fades its frame, which then goes on catching presses. */
function hideWindow(): void {
  for (const frame of document.getElementsByName("checkout")) frame.style.display = "none"
  document.body.style.overflow = ""
}
