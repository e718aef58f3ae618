import { expect, inject, test } from "vitest"
import { EmbeddedDatabase } from "#server/db/embedded-database.ts"
import { EmbeddedCopy } from "./embedded-copies.ts"

test("a copy that is closed begins anew, whatever was done to it", async () => {
  let closed = 0
  const copy = await EmbeddedCopy.open(inject("embeddedImage"), () => closed++)
  const state = async () => {
    const { rows } = await copy.query(
      `select (select count(*)::int from pg_class) as relations, (select count(*)::int from pg_locks where granted) as locks,
        (select count(*)::int from rate_counters) as counters, pg_current_wal_insert_lsn()::text as log`,
    )
    return rows
  }
  const first = await state()
  const heard: string[] = []
  for (let round = 1; round <= 3; round++) {
    const user = EmbeddedDatabase.on(copy)
    await user.listen("news", (message) => heard.push(message))
    await copy.exec(`
      create table notes (id serial primary key, body text);
      insert into notes (body) select repeat('x', 1000) from generate_series(1, 20000);
      insert into rate_counters (key, window_start, count) values ('a', now(), 1);
      drop table realtime_messages cascade;
      checkpoint`)
    await user.query("select pg_notify('news', $1)", [String(round)])
    // Left in the middle of a transaction that failed.
    await copy.exec("begin; lock table accounts")
    await expect(copy.query("select 1 / 0")).rejects.toThrow("division by zero")
    await user.close()
    expect(await state()).toEqual(first)
    await copy.query("select count(*) from realtime_messages")
    await copy.query("select pg_notify('news', 'to nobody')")
  }
  expect(heard).toEqual(["1", "2", "3"])
  expect(closed).toBe(3)
})

test("whoever used a copy cannot reach it once it is closed", async () => {
  const copy = await EmbeddedCopy.open(inject("embeddedImage"), () => {})
  const former = EmbeddedDatabase.on(copy)
  await former.close()
  const late = former.query("insert into rate_counters (key, window_start, count) values ('a', now(), 1)")
  await expect(late).rejects.toThrow("closed")
  expect((await copy.query("select 1 from rate_counters")).rows).toEqual([])
})
