/** Has the installed app take what other apps of the phone share. Nobody can share with a page in a browser's tab. */
export function registerShareWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return
  if (!matchMedia("(display-mode: standalone)").matches) return
  // A browser that forbids it shares nothing.
  navigator.serviceWorker.register("/share-worker.js", { scope: "/share" }).catch(() => undefined)
}
