import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SettingError } from './settings.ts';

export type DataFolder = {
  path: string;
  /** Lets another process use the folder. The system does it too when the process dies. */
  release(): void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Makes the folder (mode 0700) when it is missing and takes it for this process alone.
 * @throws SettingError naming PENSTOCK_DATA
 */
export async function takeDataFolder(setting: string): Promise<DataFolder> {
  const path = resolve(setting);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingError('PENSTOCK_DATA', `'${path}' cannot be used: ${reasonOf(error)}`);
  }
  const { DatabaseSync } = await import('node:sqlite');
  try {
    // A lock of the system on a file: unlike a stored process id it ends with the process, however it ends.
    const lock = new DatabaseSync(join(path, 'lock'));
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
    return { path, release: () => lock.close() };
  } catch (error) {
    const locked = reasonOf(error).includes('locked');
    const why = locked ? 'is used by another Penstock; stop it or choose another folder' : reasonOf(error);
    throw new SettingError('PENSTOCK_DATA', `'${path}' ${why}`);
  }
}
