import type { ReactElement } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface DayColumnsProps {
  /** What the columns are, for screen readers. */
  name: string
  /** The days, oldest first, in words. */
  days: readonly string[]
  /** One number for each day; null where there was nothing to measure. */
  values: readonly (number | null)[]
  /** A number as people read it. */
  format: (value: number) => string
  className?: string | undefined
}

/** Height of the drawing, and what a day that is not empty has at least, in its own units. */
const height = 40
const least = 2

/** One number a day as columns, the last one marked; each day's number shows on hover. */
export function DayColumns({ name, days, values, format, className }: DayColumnsProps): ReactElement {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const top = values.indexOf(most)
  const summary = most === 0 ? "nothing yet" : `at most ${format(most)} on ${days[top]}`
  return (
    <svg
      role="img"
      aria-label={`${name}, ${days.length} days: ${summary}`}
      viewBox={`0 0 ${values.length * 10} ${height}`}
      preserveAspectRatio="none"
      className={classNames("h-12 w-full", className)}
    >
      {values.map((value, index) => {
        const tall = value === null || most === 0 || value === 0 ? 0 : Math.max(least, (value / most) * height)
        return (
          <g key={days[index]}>
            <title>{`${days[index]}: ${value === null ? "nothing measured" : format(value)}`}</title>
            <rect x={index * 10} y={0} width={10} height={height} className="fill-transparent" />
            <rect x={index * 10 + 1} y={height - 1} width={8} height={1} className="fill-line-strong" />
            <rect
              x={index * 10 + 1}
              y={height - tall}
              width={8}
              height={tall}
              className={index === values.length - 1 ? "fill-ochre" : "fill-indigo"}
            />
          </g>
        )
      })}
    </svg>
  )
}
