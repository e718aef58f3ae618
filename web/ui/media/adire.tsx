import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import { cellPx, drawAdire } from "./adire-pattern.ts"

interface AdireProps {
  /** The same seed draws the same cloth. */
  seed: number
  columns?: number | undefined
  rows?: number | undefined
  /** Draws one cell in the warm dye. */
  hasWarmCell?: boolean | undefined
  /** Colour of the strokes is the text colour; the drawing fills its box and is cut at the edges. */
  className?: string | undefined
}

/** Resist-dyed cloth, drawn by code: squares of motifs with combed lines between them. Decoration; one per screen. */
export function Adire({ seed, columns = 4, rows = 4, hasWarmCell = false, className }: AdireProps): ReactElement {
  const width = columns * cellPx
  const height = rows * cellPx
  const acrossAt = Array.from({ length: rows - 1 }, (_, row) => (row + 1) * cellPx)
  const downAt = Array.from({ length: columns - 1 }, (_, column) => (column + 1) * cellPx)
  const borders = [
    ...acrossAt.map((y) => `M0 ${y - 1.5}H${width}M0 ${y + 1.5}H${width}`),
    ...downAt.map((x) => `M${x - 1.5} 0V${height}M${x + 1.5} 0V${height}`),
  ]
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={classNames("size-full", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path d={borders.join("")} strokeWidth="0.8" opacity="0.7" />
      {drawAdire(seed, columns, rows).map((cell, index) => {
        const place = `translate(${(index % columns) * cellPx} ${Math.floor(index / columns) * cellPx})`
        return (
          <g key={place} transform={place} className={hasWarmCell && cell.isWarm ? "text-ochre" : undefined}>
            <path d={cell.strokes} />
            <path d={cell.dots} fill="currentColor" stroke="none" />
          </g>
        )
      })}
    </svg>
  )
}
