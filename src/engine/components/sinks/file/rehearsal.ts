import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { formatBytes, formatFigure } from '../../../../contract/figures.ts';
import { requireInRoots } from '../../shared/files/real-roots.ts';
import { getErrorCode } from '../../shared/system-errors.ts';
import { ComponentError, type Finding, type Rehearsal } from '../../types.ts';
import { fileProblem } from './problems.ts';
import { fileSchema } from './schema.ts';

async function missingFolders(folder: string): Promise<string[]> {
  try {
    await stat(folder);
    return [];
  } catch {
    return folder === dirname(folder) ? [] : [folder, ...(await missingFolders(dirname(folder)))];
  }
}

async function requireWritable(path: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    await access(path, constants.W_OK);
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT')
      throw new ComponentError(fileProblem(error, path), { cause: error });
  }
}

/** Writes a file next to the real one, then removes it and the folders it created. */
export async function rehearseFile(input: Record<string, unknown>): Promise<Rehearsal> {
  const config = fileSchema.parse(input);
  const path = resolve(config.path);
  const folder = dirname(path);
  await requireInRoots(path);
  await requireWritable(path);
  const made = await missingFolders(folder);
  const trial = join(folder, `.penstock-test-${randomUUID()}`);
  return {
    config: { ...input, path: trial },
    async end() {
      const findings: Finding[] = [];
      const names = await readdir(folder).catch(() => []);
      const written = names
        .filter((name) => name.startsWith(basename(trial)))
        .map((name) => join(folder, name));
      for (const file of written) {
        const { size } = await stat(file);
        findings.push({ label: 'Test file', value: `${formatFigure(formatBytes(size))} written to ${file}` });
      }
      try {
        for (const file of written) await rm(file, { force: true });
        for (const empty of made) await rmdir(empty).catch(() => {});
        findings.push({ label: 'Left behind', value: `Nothing; ${path} was not touched` });
      } catch {
        findings.push({ label: 'Left behind', value: `${trial} could not be removed; delete it by hand` });
      }
      return findings;
    },
  };
}
