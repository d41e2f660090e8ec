import { appendFileSync, copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TailTrial } from '../../testing/tail.ts';

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tail.end();
});

const LONG = 'much longer than all that was there before\n';

/** Runs `before` and `after` around the first read at this offset. */
async function atRead(offset: number, act: { before?: () => void; after?: () => void }): Promise<void> {
  const handle = await open(tail.path);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const read = prototype.read;
  let isDue = true;
  vi.spyOn(prototype, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const isMeant = isDue && args[3] === offset;
    if (isMeant) isDue = false;
    if (isMeant) act.before?.();
    const result = await Reflect.apply(read, this, args);
    if (isMeant) act.after?.();
    return result;
  });
}

describe('file_tail follows copy-truncate', () => {
  it('new content that is longer than the old is read too', async () => {
    writeFileSync(tail.path, 'one\ntwo\n');
    await tail.start();
    await tail.seen('one', 'two');
    copyFileSync(tail.path, `${tail.path}.copy`);
    truncateSync(tail.path);
    appendFileSync(tail.path, 'a\n');
    await tail.seen('one', 'two', 'a');
    writeFileSync(tail.path, LONG);
    await tail.seen('one', 'two', 'a', LONG.trim());
    expect(tail.probe.errorNames).toEqual(['FileReplaced', 'FileReplaced']);
  });

  it('when it happens between the look at the file and the read', async () => {
    writeFileSync(tail.path, 'a\n');
    await tail.start();
    await tail.seen('a');
    await atRead(2, { before: () => writeFileSync(tail.path, LONG) });
    await tail.seen('a', LONG.trim());
    expect(tail.probe.errorNames).toEqual(['FileReplaced']);
  });

  it('a truncation right after reading loses nothing', async () => {
    writeFileSync(tail.path, 'a\n');
    await tail.start();
    await tail.seen('a');
    await atRead(2, {
      before: () => appendFileSync(tail.path, 'b\n'),
      after: () => writeFileSync(tail.path, LONG),
    });
    await tail.seen('a', 'b', LONG.trim());
    expect(tail.probe.errorNames).toEqual(['FileReplaced']);
  });

  it('a truncation while an event waits completes it with what came', async () => {
    writeFileSync(tail.path, 'Error: a\n  at x\n');
    await tail.start({ multiline: 'indent', multilineWaitMs: 60_000 });
    await expect.poll(() => tail.probe.saved).toContain('"offset":0');
    await atRead(16, { before: () => writeFileSync(tail.path, `${LONG}  at y\nnext\nlast\n`) });
    await tail.seen('Error: a\n  at x', `${LONG}  at y`, 'next');
  });
});
