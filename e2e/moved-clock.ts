import { once } from "node:events"
import { startOwnProduct } from "./own-product.ts"

/** A product of a journey's own whose academy goes by a clock that the journey moves. */
export interface MovedClock {
  /** Lets time pass until this moment; what falls due by then is done when it returns. */
  passUntil(moment: Date): Promise<void>
  close(): Promise<void>
}

/** Starts it and waits until it answers. */
export async function openWithClock(port: number): Promise<MovedClock> {
  const product = await startOwnProduct("run-with-clock.ts", port, { ENGINE: "fake" })
  return {
    async passUntil(moment) {
      const passed = once(product.process, "message")
      product.process.send(moment.toISOString())
      await passed
    },
    close: () => product.close(),
  }
}
