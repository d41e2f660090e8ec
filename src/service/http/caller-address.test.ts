import type { Context } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { createAddressReader } from './caller-address.ts';

const asked = (peer: string | undefined, forwarded?: string): Context =>
  ({
    env: peer === undefined ? undefined : { incoming: { socket: { remoteAddress: peer } } },
    req: { header: (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined) },
  }) as unknown as Context;

describe('the address that limits count by', () => {
  const PROXIES = '10.0.0.1, 192.168.0.0/16,fd00::/8';
  test.each([
    ['the peer', '203.0.113.9', undefined, '203.0.113.9'],
    ['the peer as IPv4', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['what a trusted proxy saw', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['not what the caller wrote before it', '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['the caller before several proxies', '10.0.0.1', '1.2.3.4, 203.0.113.9,192.168.7.7', '203.0.113.9'],
    ['the peer for an address nobody trusts', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['the proxy for nonsense', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['the proxy for nothing', '::ffff:10.0.0.1', '', '10.0.0.1'],
    ['the network of an IPv6 caller', 'fd00::1', '2001:db8:0:07::1:2', '2001:db8:0:7::/64'],
    ['the same network written otherwise', '2001:0DB8::7:1:2:3:4', undefined, '2001:db8:0:7::/64'],
    ['this machine', '::1', undefined, '0:0:0:0::/64'],
  ])('is %s', (_, peer, forwarded, expected) => {
    expect(createAddressReader(PROXIES, () => {})(asked(peer, forwarded))).toBe(expected);
  });

  test('is unknown without a connection', () => {
    expect(createAddressReader('', () => {})(asked(undefined, '1.2.3.4'))).toBe(undefined);
  });

  test('a proxy that is not named is told once', () => {
    const told = vi.fn();
    const read = createAddressReader('', told);
    for (let count = 0; count < 3; count++) read(asked('10.0.0.1', '203.0.113.9'));
    expect(told.mock.calls).toEqual([['10.0.0.1']]);
  });
});
