import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
/** Many times what a whole run holds at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Whether a line of `/proc/mounts` says that programs may be started there, from what is kept in memory. */
export function isOpenMemory(mounts: string, folder: string): boolean {
  const line = mounts.split('\n').find((one) => one.split(' ')[1] === folder);
  const [, , type, options = ''] = line?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').some((option) => option === 'noexec' || option === 'ro');
}

/** What new programs may take without making others smaller. */
function readFreeMemory(): number {
  const [, kilobytes = '0'] = /^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/**
 * Where tests keep their files: in memory where there is room, since most of them wait for a disk otherwise, with
 * every commit and message that the product makes safe. What a killed process wrote is there in both.
 * @param otherwise a folder on a disk
 */
export function findScratchPlace(otherwise: string): string {
  try {
    if (!isOpenMemory(readFileSync('/proc/mounts', 'utf8'), IN_MEMORY)) return otherwise;
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    // Its files are memory that the tests' processes lack.
    return bavail * bsize >= NEEDED_BYTES && readFreeMemory() >= 2 * NEEDED_BYTES ? IN_MEMORY : otherwise;
  } catch {
    return otherwise;
  }
}
