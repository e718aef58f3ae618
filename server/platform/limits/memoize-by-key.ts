/** Makes one thing for each key, when it is first asked for; it goes with its key. */
export function memoizeByKey<Key extends WeakKey, Made extends object>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const one = make(key)
    made.set(key, one)
    return one
  }
}
