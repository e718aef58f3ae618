/**
 * Adds to a list of the catalogue for the tests of one file, as adding it to the list's own file would.
 * @returns takes it out again; the tests of other files read the same list
 */
export function addToCatalogue<Item>(list: readonly Item[], item: Item): () => void {
  const writable = list as Item[]
  writable.push(item)
  return () => {
    writable.splice(writable.indexOf(item), 1)
  }
}
