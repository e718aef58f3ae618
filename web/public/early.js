// Runs before the first paint. The keys belong to ui/use-theme.ts and lib/stored-session.ts.
try {
  const theme = sessionStorage.getItem("theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme // so that it never flashes
  const session = localStorage.getItem("cookieFallback")
  if (session && session !== "null" && session !== "[]") document.documentElement.dataset.signedIn = ""
} catch {
  // Storage may be forbidden; the device's own theme is shown then.
}
