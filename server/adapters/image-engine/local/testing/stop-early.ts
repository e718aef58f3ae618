/** Stops a pool whose threads have said that they are ready while nobody listened; says so when it has stopped. */
import { createPool } from "#server/adapters/image-engine/local/pool.ts"

const pool = createPool({ threads: 2, log: () => {}, threadFile: new URL("./hanging-thread.ts", import.meta.url) })
void pool.ready()
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
await pool.stop()
process.stdout.write("stopped")
