import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageBase } from '../../../tests/model/command-context.ts';
import { loadCall } from './call-table.ts';
import { readFileText } from './read-file-text.ts';

const ID = '900000000000000001';
const encoder = new TextEncoder();

beforeEach(async () => {
  await loadCall('downloadAsset');
  pageBase();
});
afterEach(() => vi.unstubAllGlobals());

function answerWith(...parts: readonly Uint8Array[]) {
  const cancel = vi.fn();
  const left = [...parts];
  const fetched = vi.fn(async () => {
    const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
      const part = left.shift();
      if (part) to.enqueue(part);
      else to.close();
    };
    return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  });
  vi.stubGlobal('fetch', fetched);
  return { cancel, fetched };
}

test('a file is read as text up to a limit, and no further [R3-93]', async () => {
  const bytes = encoder.encode('größe\nend\n');
  const { fetched } = answerWith(bytes.subarray(0, 3), bytes.subarray(3));
  expect(await readFileText(ID, 100)).toEqual({ text: 'größe\nend\n', isWhole: true });
  expect(new URL(String(fetched.mock.calls.flat()[0])).pathname).toBe(`/v1/asset/${ID}/content`);
  const { cancel } = answerWith(encoder.encode('one\ntwo'), encoder.encode('never'));
  expect(await readFileText(ID, 5)).toEqual({ text: 'one\ntwo', isWhole: false });
  expect(cancel).toHaveBeenCalledOnce();
});

test('a file without text and an unreadable one differ [R3-93]', async () => {
  answerWith(new Uint8Array([0x89, 0x50, 0xff, 0xfe]));
  expect(await readFileText(ID, 100)).toBeUndefined();
  const body = { code: 'CONFLICT', message: 'The content is gone' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }));
  await expect(readFileText(ID, 100)).rejects.toMatchObject({ code: 'CONFLICT', status: 409 });
});
