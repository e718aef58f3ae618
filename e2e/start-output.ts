import { tmpdir } from "node:os"
import { join } from "node:path"

/** File with what the product prints when it starts, for the journeys on this port. */
export function startOutput(port: number): string {
  return join(tmpdir(), `aworan-e2e-${port}.txt`)
}
