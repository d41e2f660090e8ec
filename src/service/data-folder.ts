import { join, resolve } from 'node:path';
import { getErrorMessage } from '../contract/values.ts';
import { SettingError } from './settings.ts';

export type DataFolder = {
  path: string;
  /** The system also releases it when the process ends. */
  release(): void;
};

/**
 * Creates the folder or closes it to other users, and locks it.
 * @throws SettingError naming PENSTOCK_DATA
 */
export async function takeDataFolder(setting: string): Promise<DataFolder> {
  const path = resolve(setting);
  const { makePrivateFolder } = await import('../engine/port.ts');
  try {
    makePrivateFolder(path);
  } catch (error) {
    throw new SettingError('PENSTOCK_DATA', `'${path}' cannot be used: ${getErrorMessage(error)}`);
  }
  const { DatabaseSync } = await import('node:sqlite');
  try {
    // A system lock ends with the process, unlike a stored process id.
    const lock = new DatabaseSync(join(path, 'lock'));
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
    return { path, release: () => lock.close() };
  } catch (error) {
    const locked = getErrorMessage(error).includes('locked');
    const why = locked
      ? 'is used by another Penstock; stop it or choose another folder'
      : getErrorMessage(error);
    throw new SettingError('PENSTOCK_DATA', `'${path}' ${why}`);
  }
}
