import type { ReactElement } from "react"

/** Whose mark. */
export type ProviderName = "google" | "apple" | "facebook" | "github"

/**
 * The marks of sign-in providers, drawn on a grid of 24. Google's and Facebook's colours are theirs to say and the same
 * on light and dark; the others take the text's colour, as their owners ask.
 */
const marks: Readonly<Record<ProviderName, ReactElement>> = {
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
      <path d="M16.2 6.9c-1.7 0-2.7 1-3.9 1s-2.4-.9-4-.9C5.7 7 3.4 9.2 3.4 13c0 4.4 3 9 5.4 9 1.3 0 1.9-.9 3.5-.9s2 .9 3.4.9c2 0 3.9-3 4.7-5.4-1.7-.8-2.7-2.2-2.7-4 0-1.600.8-3 2.200-3.900-.9-1.200-2.300-1.800-3.700-1.800z" />
      <path d="M12.100 6.200c-.1-2.300 1.800-4.300 4-4.500.3 2.400-1.800 4.500-4 4.500z" />
    </g>
  ),
  facebook: (
    <g>
      <circle cx="12" cy="12" r="11" fill="#1877f2" />
      <path
        d="M13.300 23v-8.600h2.900l.5-3.400h-3.400V8.900c0-1 .5-1.800 1.900-1.800h1.600V4.200c-.3 0-1.300-.2-2.500-.2-2.600 0-4.300 1.600-4.300 4.500V11H7v3.400h3V23z"
        fill="#fff"
      />
    </g>
  ),
  github: (
    <path
      fill="currentColor"
      d="M12 1a11 11 0 0 0-3.500 21.400c.6.1.8-.2.8-.500v-2.100c-3.100.7-3.700-1.300-3.700-1.300-.5-1.300-1.200-1.600-1.200-1.600-1-.7.1-.7.1-.7 1.100.1 1.700 1.100 1.700 1.100 1 1.700 2.600 1.200 3.200.9.1-.7.4-1.200.7-1.500-2.400-.3-5-1.200-5-5.400 0-1.200.4-2.200 1.100-3-.1-.3-.5-1.400.1-2.900 0 0 .9-.3 3 1.100a10.500 10.500 0 0 1 5.500 0c2.100-1.400 3-1.100 3-1.100.6 1.500.2 2.600.1 2.900.7.8 1.100 1.800 1.100 3 0 4.200-2.600 5.100-5 5.400.4.3.8 1 .8 2v3c0 .3.2.6.8.5A11 11 0 0 0 12 1z"
    />
  ),
}

export function ProviderMark({ name }: { name: ProviderName }): ReactElement {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 shrink-0">
      {marks[name]}
    </svg>
  )
}
