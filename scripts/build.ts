import { buildDocuments } from "./build/build-documents.ts"
import { buildWeb } from "./build/build-web.ts"

/** What the server reads and does not make itself: the browser app, and the academy's PDFs. */
buildWeb()
await buildDocuments()
