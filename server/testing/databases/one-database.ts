/**
 * Tests of features that run on the embedded database only. What a test file is about decides: it runs on both databases when
 * it is about rows, locks, transactions, races, lists, money, the queue or notifications, and here stands what is about
 * words, pictures, documents, refusals of the wire, or what a provider answers, none of which a database knows. A new
 * file runs on both until it is named here.
 */
export const embeddedOnly: readonly string[] = [
  "identity/operators/proof.test.ts",
  "identity/operators/rights.test.ts",
  "identity/second-factor/totp.test.ts",
  "identity/sessions/jwt.test.ts",
  "identity/sign-in/plain-forms.test.ts",
  "identity/sign-in/sdk.test.ts",
  "identity/sign-in/server-key.test.ts",
  "hosted/avatars/avatars.test.ts",
  "hosted/avatars/drawings.test.ts",
  "hosted/avatars/remote.test.ts",
  "hosted/documents/sdk.test.ts",
  "hosted/files/bytes.test.ts",
  "hosted/files/image-host.test.ts",
  "hosted/files/preview.test.ts",
  "hosted/files/sending.test.ts",
  "hosted/files/shared-copy.test.ts",
  "hosted/files/upload-pictures.test.ts",
  "hosted/files/upload-refusals.test.ts",
  "hosted/realtime/connections.test.ts",
  "hosted/realtime/crowd.test.ts",
  "studio/catalogue/catalogue.test.ts",
  "studio/engines/openai.test.ts",
  "studio/engines/own-models.test.ts",
  "studio/engines/replicate.test.ts",
  "studio/exports/exports.test.ts",
  "studio/exports/made-files.test.ts",
  "studio/photos/scenes.test.ts",
  "studio/shelf/posters.test.ts",
  "studio/trainings/looks.test.ts",
  "studio/trainings/models.test.ts",
  "studio/publishing/blocked-words.test.ts",
  "academy/admissions/emails/emails.test.ts",
  "academy/learning/lesson-files.test.ts",
  "operations/captured-mail/email-pages.test.ts",
  "operations/captured-mail/email-samples.test.ts",
  "operations/contact/handouts.test.ts",
].map((file) => `server/features/${file}`)
