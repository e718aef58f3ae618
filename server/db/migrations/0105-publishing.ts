import { randomUUID } from "node:crypto"
import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const [language, reach, ...words] of starters) {
    for (const [word = "", ...spellings] of words.map((line) => line.split(" / "))) {
      await sql`insert into blocked_words (id, language, word, spellings, reach)
        values (${randomUUID()}, ${language}, ${word}, ${spellings}::text[], ${reach})`.execute(db)
    }
  }
}

const statements = [
  // Whoever is here already goes on as before; accounts made from now on begin as new.
  `alter table accounts add column publishing text not null default 'trusted'
    check (publishing in ('new', 'trusted', 'blocked'))`,
  `alter table accounts alter column publishing set default 'new'`,
  ...["generations", "photoshoots"].flatMap((table) => [
    `alter table ${table} add column waits_until timestamptz`,
    `create index ${table}_showcase_idx on ${table} (created_at desc, sequence)
      where is_public and not is_taken_down and waits_until is null`,
    `create index ${table}_waiting_idx on ${table} (waits_until) where waits_until is not null`,
  ]),
  `create table blocked_words (
    id text primary key,
    language text not null,
    word text not null check (word <> ''),
    spellings text[] not null default '{}',
    reach text not null check (reach in ('public', 'always')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint blocked_words_word_key unique (language, word)
  )`,
]

/** What the list begins with: language, reach, then each word with its spellings; `*` stands for any ending. */
const starters: readonly (readonly [string, string, ...string[]])[] = [
  [
    "en",
    "always",
    "child porn* / kiddie porn* / kid porn* / childporn*",
    "child sex / sex with children / sex with minors / underage sex",
    "naked child* / nude child* / naked minor* / nude minor*",
    "lolicon* / shotacon* / toddlercon*",
    "bestiality / zoophil*",
  ],
  [
    "en",
    "public",
    "fuck* / fuk / fck / fcking / phuck* / fuq / motherfuck* / mofo",
    "shit / shitty / bullshit* / sht",
    "cunt*",
    "asshole* / arsehole*",
    "bitch* / biatch / btch",
    "whore*",
    "slut*",
    "nigger* / nigga* / niggah",
    "faggot* / fag / fags",
    "retarded / retards",
    "kike / kikes",
    "chinky",
    "tranny / trannies",
    "wanker*",
    "dickhead* / dickwad",
    "blowjob* / handjob* / cumshot* / gangbang*",
    "porn*",
    "rape / raped / raping / rapist*",
    "kill yourself / kill urself",
    "heil hitler / sieg heil / white power",
  ],
  [
    "pcm",
    "public",
    "ashawo* / ashewo* / asewo* / ashy awo",
    "olosho*",
    "yeye dey smell",
    "your papa nyash / your mama nyash",
    "thunder fire you / thunder faya you",
  ],
  ["yo", "public", "oloshi / olosi", "omo ale / omoale", "panshaga / pansaga", "oniranu", "didinrin / didirin"],
  [
    "ha",
    "public",
    "dan iska / yan iska",
    "shege / shegiya / shegu",
    "karuwa / karuwai",
    "uwarka / uwar ka / ubanka",
    "durin uwa* / gindin uwa*",
    "nyamiri / inyamiri / yamiri",
  ],
  ["ig", "public", "akwuna / akwunakwuna / akwuna akwuna", "onye oshi ohu", "ikpu nne gi", "otu nne gi"],
  [
    "fr",
    "public",
    "putain / putains / pute / putes",
    "encule* / enculer",
    "salope* / salaud*",
    "connard* / connasse*",
    "nique ta mere / ntm",
    "sale negre / sale arabe / sale juif",
  ],
]
