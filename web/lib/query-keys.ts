/** First words of the cache's keys; the names are those of specification §7 where it has one. */
export const queryKeys = {
  currentUser: ["getCurrentUser"],
  userGenerations: ["getUserGenerations"],
  publicGenerations: ["getPublicGenerations"],
  balance: ["getBalance"],
  offer: ["getOffer"],
  paymentOrders: ["listPaymentOrders"],
  paymentOrder: ["getPaymentOrder"],
  receipt: ["getReceipt"],
  creditEntries: ["listEntries"],
  openOrders: ["listOpenOrders"],
  studio: ["getStudio"],
  sessionInfo: ["getSessionInfo"],
  sessions: ["listSessions"],
  identities: ["listIdentities"],
  activity: ["listLogs"],
  ownRole: ["getOwnRole"],
} as const
