/** Style of the pages that the server writes itself: captured mail and the list of calls. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #fbf9f4; --surface: #f4f0e7; --ink: #1d1b3a; --soft: #5c5a74; --indigo: #33327f; --line: #e3ddd0 }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1024; --surface: #191a35; --ink: #f3f0ea; --soft: #b4b2c6; --indigo: #a9a8ff; --line: #33345c } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1rem 4rem }
h1 { margin: 0 0 .5rem; letter-spacing: -.02em }
a { color: var(--indigo) }
article { margin: 1.5rem 0; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 14px }
article h2 { margin: 0; font-size: 1.15rem }
.to { margin: 0 0 .75rem; color: var(--soft); font-size: .9rem }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
code { overflow-wrap: anywhere }
.choice { display: grid; justify-items: start; gap: .25rem; color: var(--soft) }
button { min-height: 44px; margin-right: .5rem; padding: .5rem 1.1rem; border: 0; border-radius: 10px; background: var(--indigo); color: var(--ground); font: inherit; font-weight: 600; cursor: pointer }
`
