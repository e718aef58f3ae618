// Runs before the first paint, so that a chosen theme never flashes. The key belongs to ui/use-theme.ts.
try {
  const theme = sessionStorage.getItem("theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the device's own theme is shown then.
}
