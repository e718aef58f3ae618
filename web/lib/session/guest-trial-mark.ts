/** Local storage key that says a visitor's free picture was begun in this browser. */
const tryKey = "has_try"

/** Whether a picture was begun here that no account has taken yet. */
export function hasTry(): boolean {
  return localStorage.getItem(tryKey) !== null
}

export function flagGuestTrial(): void {
  try {
    localStorage.setItem(tryKey, "1")
  } catch {
    // A full or forbidden storage only means that the picture is not taken into an account by itself.
  }
}

export function forgetTry(): void {
  localStorage.removeItem(tryKey)
}
