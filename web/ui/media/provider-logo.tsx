import type { ReactElement } from "react"

/**
 * The logos of sign-in providers, drawn on a grid of 24. Google's and Facebook's colours are theirs to say and the same
 * on light and dark; the others take the text's colour, as their owners ask.
 */
export const providerLogos = {
  google: (
    <g fill="none" strokeWidth="4">
      <path d="M18.01 6.6A8.1 8.1 0 0 0 4.99 7.95" stroke="#ea4335" />
      <path d="M4.99 7.95a8.1 8.1 0 0 0 0 8.1" stroke="#fbbc05" />
      <path d="M4.99 16.05a8.1 8.1 0 0 0 12.22 2.16" stroke="#34a853" />
      <path d="M17.21 18.21A8.1 8.1 0 0 0 20.1 12H12" stroke="#4285f4" />
    </g>
  ),
  apple: (
    <g fill="currentColor">
      <path d="M16.2 6.9c-1.7 0-2.7 1-3.9 1s-2.4-.9-4-.9C5.7 7 3.4 9.2 3.4 13c0 4.4 3 9 5.4 9 1.3 0 1.9-.9 3.5-.9s2 .9 3.4.9c2 0 3.9-3 4.7-5.4-1.7-.8-2.7-2.2-2.7-4 0-1.6.8-3 2.2-3.9-.9-1.2-2.3-1.8-3.7-1.8z" />
      <path d="M12.1 6.2c-.1-2.3 1.8-4.3 4-4.5.3 2.4-1.8 4.5-4 4.5z" />
    </g>
  ),
  facebook: (
    <g>
      <circle cx="12" cy="12" r="11" fill="#1877f2" />
      <path
        d="M13.3 23v-8.6h2.9l.5-3.4h-3.4V8.9c0-1 .5-1.8 1.9-1.8h1.6V4.2c-.3 0-1.3-.2-2.5-.2-2.6 0-4.3 1.6-4.3 4.5V11H7v3.4h3V23z"
        fill="#fff"
      />
    </g>
  ),
  github: (
    <path
      fill="currentColor"
      d="M12 1a11 11 0 0 0-3.5 21.4c.6.1.8-.2.8-.5v-2.1c-3.1.7-3.7-1.3-3.7-1.3-.5-1.3-1.2-1.6-1.2-1.6-1-.7.1-.7.1-.7 1.1.1 1.7 1.1 1.7 1.1 1 1.7 2.6 1.2 3.2.9.1-.7.4-1.2.7-1.5-2.4-.3-5-1.2-5-5.4 0-1.2.4-2.2 1.1-3-.1-.3-.5-1.4.1-2.9 0 0 .9-.3 3 1.1a10.5 10.5 0 0 1 5.5 0c2.1-1.4 3-1.1 3-1.1.6 1.5.2 2.6.1 2.9.7.8 1.1 1.8 1.1 3 0 4.2-2.6 5.1-5 5.4.4.3.8 1 .8 2v3c0 .3.2.6.8.5A11 11 0 0 0 12 1z"
    />
  ),
} as const satisfies Readonly<Record<string, ReactElement>>

/** A name that has no logo here does not compile where it is shown. */
export function ProviderLogo({ name }: { name: keyof typeof providerLogos }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 shrink-0">
      {providerLogos[name]}
    </svg>
  )
}
