import { noticeKind } from "#server/declarations/notice.ts"

/** A public picture was taken down, or is back; its letter gives the reason. */
export const pictureDecided = noticeKind<{ isDown: boolean }>({
  name: "picture-decided",
  topic: "account",
  title: "A picture of yours was taken down, or is back",
  channels: { text: false, push: true },
  mail: "own",
  write: ({ isDown }) => ({
    title: isDown ? "A picture of yours was taken down" : "A picture of yours is public again",
    text: isDown ? "Other people cannot see it any more. A mail gives the reason." : "Everybody can see it again.",
    path: "/photo-gallery",
  }),
})

/** What a person reported was looked at. */
export const reportDecided = noticeKind<{ isDown: boolean }>({
  name: "report-decided",
  topic: "account",
  title: "A picture that you reported was looked at",
  channels: { mail: false, push: false },
  mail: "daily",
  write: ({ isDown }) => ({
    title: "Your report was looked at",
    text: isDown ? "We took the picture down. Thank you." : "The picture may stay. Thank you for telling us.",
    path: "/showcase",
  }),
})
