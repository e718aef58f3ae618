/**
 * Our server against Parse Server:
 *   npm run bench parse                 everything
 *   npm run bench parse list upload     those rounds
 */

import { compareWithParse } from "./compare-with-parse.ts"
import { installPeer } from "./install-peer.ts"

await compareWithParse(installPeer("parse-server", "9.10.0"), process.argv.slice(2))
