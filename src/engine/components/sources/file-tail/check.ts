import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { formatBytes, formatFigure } from '../../../../contract/figures.ts';
import { counted } from '../../../../contract/values.ts';
import { ComponentError, type Finding } from '../../types.ts';
import { findFiles } from './find-files.ts';
import { cannotRead } from './problems.ts';
import { fileTailSchema } from './schema.ts';

const SHOWN = 5;

/** Files that match the path now. @throws ComponentError for an unreadable one */
export async function checkFiles(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const { path, exclude } = fileTailSchema.parse(input);
  const files = await findFiles(path, exclude);
  for (const file of files) {
    try {
      await access(file.path, constants.R_OK);
    } catch (error) {
      throw new ComponentError(cannotRead(file.path, error), { cause: error });
    }
  }
  if (files.length === 0) return [{ label: 'Files', value: `None match ${path} yet; waiting for them` }];
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  const names = files.slice(0, SHOWN).map((file) => file.path);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    {
      label: 'Files',
      value: `${counted(files.length, 'matches', 'match')}, ${formatFigure(formatBytes(bytes))}`,
    },
    { label: 'Names', value: `${names.join(', ')}${more}` },
  ];
}
