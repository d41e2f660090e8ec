import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliCommand, Option, Run } from '../command.ts';
import { CliError, EXIT, refusal } from '../exit.ts';
import { jsonText } from '../output.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', '..', 'package.json');
const FALLBACK = '.penstock';

const DATA: Record<string, Option> = {
  data: { value: 'FOLDER', description: `The data folder; else PENSTOCK_DATA, else ${FALLBACK}.` },
};

const getFolder = ({ option, environment }: Run): string =>
  option('data') ?? (environment.PENSTOCK_DATA || FALLBACK);

/** A PostgreSQL database is not in the folder. */
function requireOwnDatabase({ environment }: Run): void {
  if (!environment.DATABASE_URL) return;
  throw refusal(
    'DATABASE_URL is set: the database is not in the data folder',
    'Back up PostgreSQL with pg_dump while the service is stopped, and copy the data folder at the same time',
  );
}

/** Reports a refusal, with advice. */
const told = (error: unknown): never => {
  if (!(error instanceof Error)) throw error;
  const whatToDo: unknown = Reflect.get(error, 'whatToDo');
  throw new CliError({
    exit: EXIT.refused,
    what: error.message,
    whatToDo: typeof whatToDo === 'string' ? [whatToDo] : [],
  });
};

export const backupCommand: CliCommand = {
  name: 'backup',
  summary: 'Write everything of a data folder to one file, also while the service runs.',
  calls: [],
  positionals: [{ name: 'FILE', description: 'The file to write; it holds the key of the secrets.' }],
  options: DATA,
  examples: ['backup penstock-2026-11-22.tar.gz'],
  async run(run) {
    requireOwnDatabase(run);
    const { backup } = await import('../../service/backup/port.ts');
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    const [file = ''] = run.positionals;
    const result = await backup({ folder: getFolder(run), file, version, now: run.now() }).catch(told);
    if (run.isJson) return run.write(jsonText(result));
    run.write(`${result.sha256}  ${result.file}\n`);
    run.note(`${result.files} files in ${result.bytes} bytes; keep it as safe as the data folder\n`);
  },
};

export const restoreCommand: CliCommand = {
  name: 'restore',
  summary: 'Restore a data folder from a backup, all or nothing.',
  calls: [],
  positionals: [{ name: 'FILE', description: 'A file that backup wrote.' }],
  options: {
    ...DATA,
    force: { description: 'Also when the folder is not empty; its content is kept beside it.' },
  },
  examples: ['restore penstock-2026-11-22.tar.gz --data /srv/penstock'],
  async run(run) {
    requireOwnDatabase(run);
    const { restore } = await import('../../service/backup/port.ts');
    const [file = ''] = run.positionals;
    const options = { file, folder: getFolder(run), isForced: run.isOn('force'), now: run.now() };
    const result = await restore(options).catch(told);
    if (run.isJson) return run.write(jsonText(result));
    run.write(`Restored ${result.folder} to how it was at ${result.createdAt}\n`);
    if (result.former !== undefined) run.note(`The previous content is in ${result.former}\n`);
  },
};
