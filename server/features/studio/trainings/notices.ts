import { noticeKind } from "#server/declarations/notice.ts"

/** A training and its first shoot came to their end, one way or the other. */
export const modelReady = noticeKind<{ title: string; failure: string | null }>({
  name: "model-ready",
  topic: "studio",
  title: "A model and its shoot are ready",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  write: ({ title, failure }) => ({
    title: failure === null ? `Your model ${title} is ready` : `Your model ${title} needs a look`,
    text: failure ?? "Its pictures are in your gallery, and it can draw more.",
    path: "/training-dataset",
  }),
})
