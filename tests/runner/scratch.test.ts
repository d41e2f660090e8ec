import { expect, test } from 'vitest';
import { findScratchPlace, isOpenMemory } from './scratch.ts';

const MOUNTS = `/dev/vda / ext4 rw,relatime 0 0
tmpfs /dev/shm tmpfs rw,relatime,size=24684092k 0 0
tmpfs /run tmpfs rw,nosuid,noexec,relatime 0 0
`;

test('memory is open where programs may start from it', () => {
  expect(isOpenMemory(MOUNTS, '/dev/shm')).toBe(true);
});

test.each([
  ['where programs may not start', '/run'],
  ['on a disk', '/'],
  ['where nothing is mounted', '/nowhere'],
])('memory is not open %s', (_, folder) => {
  expect(isOpenMemory(MOUNTS, folder)).toBe(false);
});

test('without room in memory, files go where they would anyway', () => {
  expect(['/dev/shm', '/elsewhere']).toContain(findScratchPlace('/elsewhere'));
});
