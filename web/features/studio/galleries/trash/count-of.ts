/** "1 picture", "12 pictures". */
export function countOf(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`
}
