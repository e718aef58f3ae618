import { cva, type VariantProps } from "class-variance-authority"

/** The look shared by buttons and links that act as the main step of a screen. */
export const buttonLook = cva(
  [
    "relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control font-medium select-none",
    "transition-[background-color,color,border-color,transform] active:translate-y-px",
    "disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-100 disabled:active:translate-y-0",
    "aria-disabled:opacity-55 aria-disabled:active:translate-y-0",
    "[&_.lucide]:size-5 [&_.lucide]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "bg-indigo text-on-indigo enabled:hover:bg-indigo-press [a]:hover:bg-indigo-press",
        secondary: "border border-line-strong bg-raised text-ink enabled:hover:bg-surface [a]:hover:bg-surface",
        quiet: "text-ink enabled:hover:bg-indigo-wash [a]:hover:bg-indigo-wash",
        accent: "bg-ochre text-on-ochre enabled:hover:brightness-105 [a]:hover:brightness-105",
        danger: "bg-clay text-on-clay enabled:hover:bg-clay-press [a]:hover:bg-clay-press",
      },
      size: {
        medium: "min-h-11 px-5 py-2 text-base",
        large: "min-h-13 px-7 py-2 text-lg",
        icon: "size-11",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { variant: "primary", size: "medium" },
  },
)

/** `variant`: primary, secondary, quiet, accent, danger. `size`: medium (44 px), large (52 px), icon (44 px square). */
export type ButtonLook = VariantProps<typeof buttonLook>
