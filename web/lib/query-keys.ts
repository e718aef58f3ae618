/** First words of the cache's keys; the names are those of specification §7 where it has one. */
export const queryKeys = {
  currentUser: ["getCurrentUser"],
  userGenerations: ["getUserGenerations"],
  publicGenerations: ["getAllGenerations"],
  balance: ["getBalance"],
  offer: ["getOffer"],
  openOrders: ["listOpenOrders"],
  finishedOrders: ["listFinishedOrders"],
  studio: ["getStudio"],
  sessionInfo: ["getSessionInfo"],
  sessions: ["listSessions"],
  identities: ["listIdentities"],
  activity: ["listLogs"],
  ownRole: ["getOwnRole"],
} as const
