import type { ImageHostDeclaration } from "#server/adapters/image-host/declaration.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createCloudinary } from "./cloudinary.ts"
import { cloudinaryQuestions } from "./live-questions.ts"
import { cloudinarySettings, readCloudinary } from "./settings.ts"

export const cloudinary: ImageHostDeclaration = {
  kind: "cloudinary",
  about: ", from where they are taken over at once",
  settings: cloudinarySettings,
  read(reader) {
    const settings = readCloudinary(reader)
    const secrets = [settings.apiSecret, settings.apiKey]
    return {
      kind: "cloudinary",
      browserHosts: { script: [], frame: [], connect: [URL.parse(settings.apiUrl)?.origin ?? settings.apiUrl] },
      open: ({ metrics, log }) =>
        createCloudinary(settings, createProviderFetch({ provider: "cloudinary", metrics, log, secrets })),
      liveQuestions: cloudinaryQuestions(settings),
    }
  },
}
