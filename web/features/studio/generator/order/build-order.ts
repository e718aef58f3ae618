import type { Order } from "#contract/studio/generations.ts"

/** An order for tests; takes only what the test is about. */
export function buildOrder(about: Partial<Order> = {}): Order {
  return {
    id: "order1",
    mode: "flux1.1-pro",
    prompt: "a clay pot on a wooden table",
    aspectRatio: "1:1",
    count: 1,
    status: "ready",
    progress: 1,
    previews: [],
    pictures: [],
    missing: 0,
    feeCredits: 5,
    engine: null,
    isPublic: true,
    isPoster: false,
    understood: null,
    substituted: null,
    ignored: null,
    failure: null,
    createdAt: "2025-09-01T09:00:00.000Z",
    ...about,
  }
}
