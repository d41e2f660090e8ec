import type { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  create table if not exists letters (
    id integer primary key autoincrement,
    pipeline_id text not null, component_id text not null, node_id text not null,
    at integer not null, error_name text not null, message text not null, is_text integer not null,
    revision integer not null default 0, edited_at integer not null default 0,
    replay_at integer not null default 0, is_uncertain integer not null default 0,
    event blob not null, origin text, replay_by integer not null default 0
  );
  create index if not exists letters_of_pipelines on letters (pipeline_id, id);
  create table if not exists totals (
    pipeline_id text primary key,
    dropped integer not null default 0, replayed integer not null default 0, discarded integer not null default 0
  );
  create table if not exists held (pipeline_id text primary key, count integer not null, bytes integer not null);
  create table if not exists imported (name text primary key)`;

/** Columns missing in files of earlier versions. */
const ADDED_COLUMNS = { origin: 'text', replay_by: 'integer not null default 0' };

export function prepareTables(db: DatabaseSync): void {
  db.exec(SCHEMA);
  const columns = db.prepare('pragma table_info(letters)').all();
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (columns.every((column) => column.name !== name))
      db.exec(`alter table letters add column ${name} ${type}`);
  // Ids never restart, even in a new file.
  const { seq } =
    db.prepare("select max(seq) as seq from sqlite_sequence where name = 'letters'").get() ?? {};
  if (!seq)
    db.prepare("insert into sqlite_sequence (name, seq) values ('letters', ?)").run(Date.now() * 1000);
}
