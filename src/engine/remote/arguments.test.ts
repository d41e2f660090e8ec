import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const read = (args: string, environment: NodeJS.ProcessEnv = {}) =>
  readArguments(args.split(' '), environment);

it('address and token are taken from where others cannot see them', () => {
  expect(read('--join https://penstock.example.org/x?y', { PENSTOCK_JOIN_TOKEN: 't' })).toEqual({
    join: 'https://penstock.example.org',
    token: 't',
    data: '.penstock-engine',
    ca: undefined,
  });
  expect(read('--help')).toBe('help');
});

it.each([
  ['--join penstock', 'is not an address'],
  ['--join ftp://penstock', 'must begin with http'],
  [
    '--join http://penstock.example.org:4600 --token t',
    'must begin with https://: what is sent there holds secrets',
  ],
  ['--other', "Unknown option '--other'"],
])('%s is refused: %s', (args, message) => {
  expect(() => read(args)).toThrow(message);
});

it('this machine itself may be joined without encryption', () => {
  expect(read('--join http://127.0.0.1:4600 --token t')).toMatchObject({ join: 'http://127.0.0.1:4600' });
});
