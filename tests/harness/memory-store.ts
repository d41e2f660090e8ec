import { DatabaseSync } from 'node:sqlite';
import { buildStore, type Store } from '../../src/service/store/index.ts';
import { type Connection, migrate, openSqlite } from '../../src/service/store/open.ts';

let image: Uint8Array | undefined;

async function makeImage(): Promise<Uint8Array> {
  const raw = new DatabaseSync(':memory:');
  const connection = await openSqlite(raw);
  await migrate(connection);
  const made = raw.serialize();
  await connection.db.destroy();
  return made;
}

/**
 * A database in memory, as all migrations leave it: to run them for each test takes six times as long as to copy
 * what they made.
 * @param onStatement receives the text of each statement
 */
export async function openMemory(onStatement?: (text: string) => void): Promise<Connection> {
  image ??= await makeImage();
  const raw = new DatabaseSync(':memory:');
  raw.deserialize(image);
  return openSqlite(raw, onStatement);
}

/** An empty store in memory. */
export const openMemoryStore = async (onStatement?: (text: string) => void): Promise<Store> =>
  buildStore(await openMemory(onStatement));
