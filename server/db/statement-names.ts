interface StatementLimits {
  /** Statements that each connection keeps at most. A person can make ever new ones by filters, so there must be an end. */
  most: number
  /** A statement is kept from this time on: most of what comes up once does not come again. */
  storedFrom: number
}

/** Of each of the connections to PostgreSQL. */
const usual: StatementLimits = { most: 200, storedFrom: 5 }

/** Rows of a whole table change their shape with its columns, and a kept statement would fail then. */
const hasOpenShape = /^select \*|^select [^(]*"\.\*|returning \*$/i

/**
 * One plan for every value cannot use an index for what a text begins with: after five searches PostgreSQL would read the
 * whole table at each, so a search is planned for its own value.
 */
const dependsOnValue = /\bi?like \$\d/i

/**
 * Names for the statements that come again and again, so that the database reads and plans each once per connection.
 * @returns what gives a statement its name, undefined for one that is not kept
 */
export function createStatementNames({
  most,
  storedFrom,
}: StatementLimits = usual): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= most) return known
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size >= 5 * most) counts.clear()
    counts.set(text, count)
    if (count < storedFrom || hasOpenShape.test(text) || dependsOnValue.test(text)) return undefined
    const name = `s${names.size}`
    names.set(text, name)
    counts.delete(text)
    return name
  }
}
