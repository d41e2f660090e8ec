import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { NewLetter } from './letter-rows.ts';

/** `<pipelineId>.ndjson`; `.ndjson.1` and `.ndjson.2` are older. */
const NAME = /^(.+)\.ndjson(?:\.(\d+))?$/;
const AT_ONCE = 1000;

const listFiles = (folder: string): { name: string; pipelineId: string; age: number }[] =>
  readdirSync(folder)
    .flatMap((name) => {
      const [, pipelineId, age = '0'] = NAME.exec(name) ?? [];
      return pipelineId === undefined ? [] : [{ name, pipelineId, age: Number(age) }];
    })
    .sort((a, b) => b.age - a.age);

function readLine(pipelineId: string, line: string): NewLetter | null {
  try {
    const { at, componentId, errorName, message, event } = JSON.parse(line);
    return {
      pipelineId,
      componentId: String(componentId),
      nodeId: String(componentId),
      at: Date.parse(at) || Date.now(),
      errorName: String(errorName),
      message: String(message),
      isText: !String(event).startsWith('{'),
      event: Buffer.from(String(event)),
    };
  } catch {
    return null;
  }
}

/** Imports dead-letter files of earlier versions, each once, also after a kill. */
export function importFiles(
  db: DatabaseSync,
  folder: string,
  insert: (letters: readonly NewLetter[]) => void,
): void {
  for (const { name, pipelineId } of listFiles(folder)) {
    if (db.prepare('select 1 from imported where name = ?').get(name)) continue;
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    for (let from = 0; from < lines.length; from += AT_ONCE)
      insert(lines.slice(from, from + AT_ONCE).flatMap((line) => readLine(pipelineId, line) ?? []));
    db.prepare('insert into imported (name) values (?)').run(name);
  }
}

/** Call once the import is on disk. */
export const removeImportedFiles = (db: DatabaseSync, folder: string): void => {
  for (const { name } of listFiles(folder)) rmSync(join(folder, name), { force: true });
  db.exec('delete from imported');
};
