/** A table for spreadsheets as a program reads it: lines of cells, without the quotes. */
export function readCsv(text: string): string[][] {
  const lines = text.trimEnd().match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g) ?? []
  return lines.map((line) =>
    [...line.replace(/^\ufeff/, "").matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')),
  )
}
