/** First words of the cache's keys; the names are those of specification §7 where it has one. */
export const queryKeys = {
  currentUser: ["getCurrentUser"],
  userGenerations: ["getUserGenerations"],
  publicGenerations: ["getPublicGenerations"],
  balance: ["getBalance"],
  offer: ["getOffer"],
  openOrders: ["listOpenOrders"],
  openRuns: ["listOpenRuns"],
  studio: ["getStudio"],
  sessionInfo: ["getSessionInfo"],
  sessions: ["listSessions"],
  identities: ["listIdentities"],
  activity: ["listLogs"],
  ownRole: ["getOwnRole"],
  journey: ["getJourney"],
  cohorts: ["listCohortStates"],
  admissionsOffice: ["getAdmissionsOffice"],
} as const
