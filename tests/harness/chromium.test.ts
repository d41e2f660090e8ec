import { expect, test } from 'vitest';
import { getChromiumPath, getLightChromiumPath, type System } from './chromium.ts';

const SHELL = '/usr/bin/chromium-headless-shell';
const FULL = '/usr/bin/chromium';

/** @param offered packages apt can install; undefined without root's rights */
function makeSystem(there: string[], offered?: string[], named?: string): System & { calls: string[] } {
  const paths = new Set(there);
  const calls: string[] = [];
  const runApt = (...args: string[]) => {
    calls.push(args.join(' '));
    const name = args.at(-1)!;
    if (args[0] !== 'install') return;
    if (!offered?.includes(name)) throw new Error(`Unable to locate package ${name}`);
    paths.add(`/usr/bin/${name}`);
  };
  return { named, exists: (path) => paths.has(path), runApt: offered && runApt, calls };
}

test('the headless package comes before another Chromium', () => {
  expect(getChromiumPath(makeSystem([FULL, SHELL]))).toBe(SHELL);
  expect(getChromiumPath(makeSystem([FULL]))).toBe(FULL);
});

test('CHROMIUM_PATH comes first, and must exist', () => {
  const system = makeSystem([SHELL, '/opt/chrome'], [], '/opt/chrome');
  expect(getChromiumPath(system)).toBe('/opt/chrome');
  expect(getLightChromiumPath(system)).toBe('/opt/chrome');
  expect(system.calls).toEqual([]);
  expect(() => getChromiumPath(makeSystem([FULL], [], '/opt/none'))).toThrow("'/opt/none'");
});

test('on a bare machine the headless package is installed, else Chromium', () => {
  expect(getChromiumPath(makeSystem([], ['chromium', 'chromium-headless-shell']))).toBe(SHELL);
  expect(getChromiumPath(makeSystem([], ['chromium']))).toBe(FULL);
  expect(() => getChromiumPath(makeSystem([], []))).toThrow('apt-get install chromium-headless-shell');
  expect(() => getChromiumPath(makeSystem([]))).toThrow('apt-get install chromium-headless-shell');
});

test('one file takes the Chromium that is there, all take the headless package', () => {
  const offered = ['chromium-headless-shell'];
  const one = makeSystem([FULL], offered);
  expect(getChromiumPath(one)).toBe(FULL);
  expect(one.calls).toEqual([]);
  expect(getLightChromiumPath(makeSystem([FULL], offered))).toBe(SHELL);
  expect(getLightChromiumPath(makeSystem([FULL], []))).toBe(FULL);
  expect(getLightChromiumPath(makeSystem([FULL]))).toBe(FULL);
  const ready = makeSystem([FULL, SHELL], offered);
  expect(getLightChromiumPath(ready)).toBe(SHELL);
  expect(ready.calls).toEqual([]);
});
