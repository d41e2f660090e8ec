import { expect, test } from 'vitest';
import { findFreePort, findPortNotices, type PortHolder, replaceUsedPorts } from './ports.ts';

const holder = (port: number, sourceName: string, protocol: 'TCP' | 'UDP' = 'TCP'): PortHolder => ({
  port,
  protocol,
  sourceId: '200000000000000001',
  sourceName,
});
const HOLDERS = [holder(8080, 'Web'), holder(8081, 'Web 2'), holder(514, 'Routers', 'UDP')];

test('a free port is proposed: the usual one, else the next [R7-52]', () => {
  const free = (port: number) => findFreePort(port, HOLDERS);
  expect(free(9000)).toBe(9000);
  expect(free(8080)).toBe(8082);
  expect(replaceUsedPorts({ address: '::', port: 8080, grpcPort: 4317, maxLineBytes: 8080 }, free)).toEqual({
    address: '::',
    port: 8082,
    grpcPort: 4317,
    maxLineBytes: 8080,
  });
});

test('a port in use: names its source before the save [R7-52]', () => {
  expect(findPortNotices({ port: 514, path: '/' }, HOLDERS)).toEqual({
    port: "UDP port 514 is taken by the source 'Routers'",
  });
  expect(findPortNotices({ port: 9000, maxConnections: 8080 }, HOLDERS)).toEqual({});
});
