/** Backup and restore for the command line: they work on the data folder, with or without a service on it. */
export { type BackupResult, backup } from './backup.ts';
export { BackupError } from './errors.ts';
export { type RestoreResult, restore } from './restore.ts';
