/** Local storage key that says: who was here signed out without a connection, and the server has not heard of it. */
export const signOutKey = "signOutToSend"

/** Whether somebody signed out here and the server does not know yet. Nobody counts as signed in meanwhile. */
export function isSignOutWaiting(): boolean {
  return localStorage.getItem(signOutKey) !== null
}
