import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { describeFault } from './faults.ts';
import { ObjectCache } from './object-cache.ts';

const folder = makeTempFolder();
const DISK_BYTES = 65_536;

function mountDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    // Only root may.
    return false;
  }
}
const isMounted = mountDisk();
afterAll(() => {
  if (isMounted) execFileSync('umount', [folder]);
});

async function* inOnePart(size: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(size, 'x');
}

it.runIf(isMounted)('an object that does not fit on the disk is refused, and leaves nothing', async () => {
  const cache = new ObjectCache({ folder });
  const size = 2 * DISK_BYTES;
  const refused = await cache.keep('large', size, inOnePart(size)).catch((error: unknown) => error);
  expect(describeFault(refused)).toBe(
    'The disk of the service is full: there was no room to fetch or unpack it',
  );
  expect(readdirSync(folder)).toEqual([]);
  await cache.keep('small', 1000, inOnePart(1000));
  expect(readFileSync(cache.pathOf('small'))).toHaveLength(1000);
});

it('a folder that was removed meanwhile is made again', async () => {
  const own = join(makeTempFolder(), 'objects');
  const cache = new ObjectCache({ folder: own });
  rmSync(own, { recursive: true });
  await cache.keep('one', 1000, inOnePart(1000));
  expect(readFileSync(cache.pathOf('one'))).toHaveLength(1000);
});
