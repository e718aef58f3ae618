import { noticeKind } from "#server/declarations/notice.ts"

/** A shop or a product in it was taken down, or is back; its letter says the same. */
export const shopDecided = noticeKind<{ id: string; kind: "shop" | "product"; isDown: boolean; reason: string }>({
  name: "shop-decided",
  topic: "account",
  title: "Your shop or a product of yours was taken down, or is back",
  channels: { text: false, push: true },
  mail: "own",
  write: ({ id, kind, isDown, reason }) => ({
    title: isDown ? `A ${kind} of yours was taken down` : `A ${kind} of yours is public again`,
    text: `The reason: ${reason}`,
    path: kind === "shop" ? "/shelf/shop" : `/shelf/${id}`,
  }),
})
