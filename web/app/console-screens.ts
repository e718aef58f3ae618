/**
 * Every screen of the console by its own name. Their addresses stand here, and not among those of the routes, which
 * everybody loads before anything else.
 */
export const consoleScreens = {
  AdminFrame: async () => (await import("#web/features/academy/admissions/admin-frame.tsx")).AdminFrame,
  ApplicationScreen: async () =>
    (await import("#web/features/academy/admissions/application-screen.tsx")).ApplicationScreen,
  BoardScreen: async () => (await import("#web/features/academy/admissions/board-screen.tsx")).BoardScreen,
  CodesScreen: async () => (await import("#web/features/operations/orders/codes-screen.tsx")).CodesScreen,
  CohortsScreen: async () => (await import("#web/features/academy/admissions/cohorts-screen.tsx")).CohortsScreen,
  CrashesScreen: async () => (await import("#web/features/operations/system/crashes-screen.tsx")).CrashesScreen,
  EmailsScreen: async () => (await import("#web/features/operations/system/emails-screen.tsx")).EmailsScreen,
  EngagementsScreen: async () =>
    (await import("#web/features/operations/engagements/engagements-screen.tsx")).EngagementsScreen,
  LogScreen: async () => (await import("#web/features/operations/team/audit-log-screen.tsx")).LogScreen,
  MarkSheetScreen: async () => (await import("#web/features/academy/admissions/marking-screen.tsx")).MarkSheetScreen,
  MarkingScreen: async () => (await import("#web/features/academy/admissions/marking-screen.tsx")).MarkingScreen,
  MessagesScreen: async () => (await import("#web/features/operations/engagements/messages-screen.tsx")).MessagesScreen,
  OperatorFrame: async () => (await import("#web/features/operations/console/admin-frame.tsx")).OperatorFrame,
  OperatorScreen: async () => (await import("#web/features/operations/console/admin-screen.tsx")).OperatorScreen,
  OrderScreen: async () => (await import("#web/features/operations/orders/order-screen.tsx")).OrderScreen,
  OrdersScreen: async () => (await import("#web/features/operations/orders/orders-screen.tsx")).OrdersScreen,
  PeopleScreen: async () => (await import("#web/features/operations/people/people-screen.tsx")).PeopleScreen,
  PersonScreen: async () => (await import("#web/features/operations/people/person-screen.tsx")).PersonScreen,
  ReviewScreen: async () => (await import("#web/features/operations/review/review-screen.tsx")).ReviewScreen,
  RunsScreen: async () => (await import("#web/features/operations/system/runs-screen.tsx")).RunsScreen,
  SettingsScreen: async () => (await import("#web/features/operations/team/settings-screen.tsx")).SettingsScreen,
  ShopsScreen: async () => (await import("#web/features/operations/review/shops-screen.tsx")).ShopsScreen,
  SlotsScreen: async () => (await import("#web/features/academy/admissions/slots-screen.tsx")).SlotsScreen,
  StatusNotesScreen: async () =>
    (await import("#web/features/operations/system/status-notes-screen.tsx")).StatusNotesScreen,
  TeachingScreen: async () =>
    (await import("#web/features/academy/learning/teaching/teaching-screen.tsx")).TeachingScreen,
  TeamScreen: async () => (await import("#web/features/operations/team/team-screen.tsx")).TeamScreen,
  WordsScreen: async () => (await import("#web/features/operations/review/blocked-words-screen.tsx")).WordsScreen,
}
