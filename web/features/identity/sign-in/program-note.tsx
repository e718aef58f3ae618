import { type ReactElement, useEffect, useState } from "react"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"

/** Name of the program whose application a path opens; null for any other path. */
function programOf(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "http://site.invalid")
  if (pathname !== "/billing") return null
  return programCards.find(({ slug }) => slug === searchParams.get("program"))?.name ?? null
}

/** What an account is for, to somebody who came here to apply for a program; nothing for everybody else. */
export function ProgramNote({ destination }: { destination: string }): ReactElement | null {
  const [program, setProgram] = useState<string | null>(null)
  // The page was built ahead, for nobody in particular.
  useEffect(() => setProgram(programOf(destination)), [destination])
  if (program === null) return null
  return (
    <p role="status" className="mb-4 rounded-control bg-leaf-wash p-4 text-ink">
      You apply for {program}. An account comes first, then the application fee.
    </p>
  )
}
