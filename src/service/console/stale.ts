import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from '../../program/fingerprint.ts';

/** Includes tests: a needless rebuild, but never a missed one. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/charts',
  'src/console',
  'src/contract',
  'src/graph',
  'machines',
  'styles',
];

export const sourceFingerprint = (root: string): string => fingerprintOf(root, SOURCES);

export const bundleFolder = (root: string): string => join(root, '.build', 'console');
export const stampFile = (root: string): string => join(root, '.build', 'console.stamp');

export function isStale(root: string): boolean {
  if (!statSync(join(bundleFolder(root), 'index.html'), { throwIfNoEntry: false })) return true;
  try {
    return readFileSync(stampFile(root), 'utf8') !== sourceFingerprint(root);
  } catch {
    return true;
  }
}
