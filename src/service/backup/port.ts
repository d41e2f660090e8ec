/** Used by the command line, with or without a service on the data folder. */
export { type BackupResult, backup } from './backup.ts';
export { BackupError } from './errors.ts';
export { type RestoreResult, restore } from './restore.ts';
